package dev.millrace.server.engine;

import dev.millrace.server.flow.TaskState;
import dev.millrace.server.store.TaskId;
import dev.millrace.server.store.TaskQuery;
import dev.millrace.server.store.TaskRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * In which order tasks are to be found, the first counts most. Stores sort by what they have
 * columns for; where one of the tasks' times is among them, all is sorted here.
 */
record TaskOrder(List<By> bys) {

  static final TaskOrder NONE = new TaskOrder(List.of());

  /** The order of the store where none is asked for: newest workflow first. */
  private static final Comparator<Hit> OTHERWISE =
      Comparator.<Hit, String>comparing(hit -> hit.id().workflow().toString())
          .reversed()
          .thenComparing(hit -> hit.id().toString());

  /** One field to sort by. */
  record By(Field field, boolean descending) {}

  /** What of a task can be sorted by; enough to sort many without their bodies. */
  record Hit(
      TaskId id,
      String type,
      String status,
      String ref,
      String workflowName,
      int version,
      String correlationId,
      TaskState.Times times) {

    static Hit of(TaskRow row, TaskCodec.Stored stored) {
      return new Hit(
          row.id(),
          row.type(),
          row.status(),
          row.ref(),
          stored.flow().name(),
          stored.flow().version(),
          Objects.requireNonNullElse(stored.correlationId(), ""),
          stored.task().times());
    }
  }

  enum Field {
    ID,
    WORKFLOW,
    TYPE,
    STATUS,
    REF,
    WORKFLOW_NAME,
    VERSION,
    CORRELATION_ID,
    SCHEDULED,
    STARTED,
    UPDATED,
    ENDED
  }

  TaskOrder {
    bys = List.copyOf(bys);
  }

  /** What a store can sort by; null if it cannot. */
  @Nullable List<TaskQuery.Order> ofStore() {
    var orders = new ArrayList<TaskQuery.Order>();
    for (var by : bys) {
      var column = column(by.field());
      if (column == null) {
        return null;
      }
      orders.add(new TaskQuery.Order(column, by.descending()));
    }
    return orders;
  }

  private static TaskQuery.@Nullable Column column(Field field) {
    return switch (field) {
      case ID -> TaskQuery.Column.ID;
      case WORKFLOW -> TaskQuery.Column.WORKFLOW;
      case TYPE -> TaskQuery.Column.TYPE;
      case STATUS -> TaskQuery.Column.STATUS;
      case REF -> TaskQuery.Column.REF;
      case WORKFLOW_NAME -> TaskQuery.Column.WORKFLOW_NAME;
      case VERSION -> TaskQuery.Column.VERSION;
      case CORRELATION_ID -> TaskQuery.Column.CORRELATION_ID;
      case SCHEDULED, STARTED, UPDATED, ENDED -> null;
    };
  }

  Comparator<Hit> comparator() {
    Comparator<Hit> all = (_, _) -> 0;
    for (var by : bys) {
      var one = ascending(by.field());
      all = all.thenComparing(by.descending() ? one.reversed() : one);
    }
    return all.thenComparing(OTHERWISE);
  }

  private static Comparator<Hit> ascending(Field field) {
    return switch (field) {
      case ID -> Comparator.comparing(hit -> hit.id().toString());
      case WORKFLOW -> Comparator.comparing(hit -> hit.id().workflow().toString());
      case TYPE -> Comparator.comparing(Hit::type);
      case STATUS -> Comparator.comparing(Hit::status);
      case REF -> Comparator.comparing(Hit::ref);
      case WORKFLOW_NAME -> Comparator.comparing(Hit::workflowName);
      case VERSION -> Comparator.comparingInt(Hit::version);
      case CORRELATION_ID -> Comparator.comparing(Hit::correlationId);
      case SCHEDULED -> Comparator.comparingLong(hit -> hit.times().scheduled());
      case STARTED -> Comparator.comparingLong(hit -> hit.times().started());
      case UPDATED -> Comparator.comparingLong(hit -> hit.times().updated());
      case ENDED -> Comparator.comparingLong(hit -> hit.times().ended());
    };
  }
}
