package dev.millrace.server.engine;

import dev.millrace.client.ValidationError;
import dev.millrace.server.Search;
import dev.millrace.server.ServiceException;
import dev.millrace.server.store.TaskId;
import dev.millrace.server.store.TaskQuery;
import dev.millrace.server.store.TaskTerms;
import dev.millrace.server.store.WorkflowQuery;
import dev.millrace.server.store.WorkflowQuery.Range;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Searches in the form in which the reference's clients write them: {@code status IN
 * (RUNNING,PAUSED) AND workflowType="a" AND startTime>1700000000000}.
 */
final class SearchTerms {

  private static final int MAX_SIZE = 5_000;

  /** One term; bounded repetition, so that it takes linear time. */
  private static final Pattern TERM =
      Pattern.compile(
          "\\s*(\\w{1,64})\\s*(=|!=|<=|>=|<|>|:|\\bIN\\b)\\s*(\\([^)]*\\)|\"[^\"]*\"|'[^']*'|[^\\s()]+)\\s*",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern AND = Pattern.compile("AND\\b", Pattern.CASE_INSENSITIVE);

  private final Search search;
  private final Set<TaskId> taskIds = new LinkedHashSet<>();
  private final Set<UUID> ids = new LinkedHashSet<>();
  private final Set<String> names = new LinkedHashSet<>();
  private final Set<Integer> versions = new LinkedHashSet<>();
  private final Set<String> statuses = new LinkedHashSet<>();
  private final Set<String> correlations = new LinkedHashSet<>();
  private final Set<String> types = new LinkedHashSet<>();
  private final Set<String> refs = new LinkedHashSet<>();
  private @Nullable UUID parent;
  private Range scheduled = Range.ALL;
  private Range started = Range.ALL;
  private Range updated = Range.ALL;
  private Range ended = Range.ALL;

  private SearchTerms(Search search) {
    this.search = search;
    if (search.start() < 0 || search.size() < 0 || search.size() > MAX_SIZE) {
      throw invalid(
          search.size() < 0 || search.size() > MAX_SIZE ? "size" : "start",
          "start must be 0 or more and size from 0 to " + MAX_SIZE,
          search.start() + ", " + search.size());
    }
    if (search.query() != null && !search.query().isBlank()) {
      parse(search.query());
    }
  }

  static WorkflowQuery workflows(Search search) {
    var terms = new SearchTerms(search);
    return terms.workflows();
  }

  /** Tasks, by what is known of them and of their workflows. */
  static TaskFinder.Wanted tasks(Search search) {
    var terms = new SearchTerms(search);
    if (terms.parent != null) {
      throw invalid("query", "tasks cannot be searched by this field", "parentWorkflowId");
    }
    return terms.tasks(terms.taskOrder());
  }

  /** Workflows, by what is known of their tasks and of them. */
  static TaskFinder.Homes homes(Search search) {
    var terms = new SearchTerms(search);
    var tasks = terms.tasks(TaskOrder.NONE);
    var workflows =
        new WorkflowQuery(
            terms.ids,
            terms.names,
            terms.versions,
            Set.of(),
            terms.correlations,
            terms.parent,
            search.topLevelOnly(),
            Range.ALL,
            Range.ALL,
            Range.ALL,
            null,
            tasks.query().terms(),
            terms.order(),
            search.start(),
            search.size());
    return new TaskFinder.Homes(workflows, tasks);
  }

  private TaskFinder.Wanted tasks(TaskOrder order) {
    var times = new TaskTimes(scheduled, started, updated, ended);
    var terms = new TaskTerms(taskIds, types, statuses, refs, text());
    var home = new TaskQuery.Home(ids, names, versions, correlations, times.alive());
    var query = new TaskQuery(terms, home, List.of(), search.start(), search.size());
    return new TaskFinder.Wanted(query, times, order);
  }

  private WorkflowQuery workflows() {
    return new WorkflowQuery(
        ids,
        names,
        versions,
        statuses,
        correlations,
        parent,
        search.topLevelOnly(),
        started.and(scheduled),
        updated,
        ended,
        text(),
        new TaskTerms(taskIds, types, Set.of(), refs, null),
        order(),
        search.start(),
        search.size());
  }

  private @Nullable String text() {
    var text = search.freeText();
    return text == null || text.isBlank() || text.equals("*") ? null : text;
  }

  private void parse(String query) {
    var matcher = TERM.matcher(query);
    int at = 0;
    while (true) {
      matcher.region(at, query.length());
      if (!matcher.lookingAt()) {
        throw invalid(
            "query", "expected a term like status=RUNNING at character " + at, query.substring(at));
      }
      term(matcher.group(1), matcher.group(2).toUpperCase(Locale.ROOT), values(matcher.group(3)));
      at = matcher.end();
      if (at == query.length()) {
        return;
      }
      var and = AND.matcher(query).region(at, query.length());
      if (!and.lookingAt()) {
        throw invalid("query", "expected AND at character " + at, query.substring(at));
      }
      at = and.end();
    }
  }

  private static List<String> values(String text) {
    var inner = text.startsWith("(") ? text.substring(1, text.length() - 1) : text;
    return Arrays.stream(inner.split(",", -1))
        .map(String::strip)
        .map(value -> value.replaceAll("^[\"']|[\"']$", ""))
        .toList();
  }

  private void term(String field, String operator, List<String> values) {
    switch (field) {
      case "workflowId" -> values.forEach(value -> ids.add(uuid(field, value)));
      case "workflowType", "workflowName" -> names.addAll(values);
      case "version" -> values.forEach(value -> versions.add((int) number(field, value)));
      case "status" -> values.forEach(value -> statuses.add(value.toUpperCase(Locale.ROOT)));
      case "correlationId" -> correlations.addAll(values);
      case "parentWorkflowId" -> parent = uuid(field, values.getFirst());
      case "taskType", "taskDefName" -> types.addAll(values);
      case "referenceTaskName", "taskReferenceName" -> refs.addAll(values);
      case "taskId" -> values.forEach(value -> taskIds.add(taskId(field, value)));
      case "scheduledTime" -> scheduled = range(scheduled, field, operator, values.getFirst());
      case "startTime", "createTime" ->
          started = range(started, field, operator, values.getFirst());
      case "updateTime", "modifiedTime" ->
          updated = range(updated, field, operator, values.getFirst());
      case "endTime" -> ended = range(ended, field, operator, values.getFirst());
      default ->
          throw invalid(
              "query",
              "unknown field; known are workflowId, workflowType, version, status, correlationId,"
                  + " parentWorkflowId, taskId, taskType, referenceTaskName, scheduledTime,"
                  + " startTime, updateTime, endTime",
              field);
    }
    if (operator.equals("!=")) {
      throw invalid("query", "the operator != is not supported", field);
    }
  }

  private static Range range(Range before, String field, String operator, String value) {
    long time = time(field, value);
    return before.and(
        switch (operator) {
          case "<" -> new Range(Long.MIN_VALUE, time);
          case "<=" -> new Range(Long.MIN_VALUE, time + 1);
          case ">" -> new Range(time + 1, Long.MAX_VALUE);
          case ">=" -> new Range(time, Long.MAX_VALUE);
          default -> new Range(time, time + 1);
        });
  }

  private static long time(String field, String value) {
    if (!value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return number(field, value);
    }
    try {
      return Instant.parse(value).toEpochMilli();
    } catch (DateTimeParseException e) {
      throw invalid(field, "expected milliseconds since 1970 or an ISO 8601 time", value);
    }
  }

  private static long number(String field, String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw invalid(field, "expected a number", value);
    }
  }

  private static UUID uuid(String field, String value) {
    var id = TaskId.parseWorkflow(value);
    if (id == null) {
      throw invalid(field, "expected the id of a workflow", value);
    }
    return id;
  }

  private static TaskId taskId(String field, String value) {
    var id = TaskId.parse(value);
    if (id == null) {
      throw invalid(field, "expected the id of a task", value);
    }
    return id;
  }

  private List<WorkflowQuery.Order> order() {
    return sorted(SearchTerms::column, WorkflowQuery.Order::new);
  }

  private TaskOrder taskOrder() {
    return new TaskOrder(sorted(SearchTerms::taskField, TaskOrder.By::new));
  }

  /**
   * What to sort by, each field once.
   *
   * @param field the field of a name
   * @param by a field, and whether it is descending
   */
  private <F, B> List<B> sorted(Function<String, F> field, BiFunction<F, Boolean, B> by) {
    var sort = search.sort();
    var orders = new ArrayList<B>();
    var seen = new HashSet<F>();
    for (var part : sort == null || sort.isBlank() ? new String[0] : sort.split("[,|]", -1)) {
      var words = part.strip().split(":", 2);
      var named = field.apply(words[0].strip());
      boolean descending = words.length > 1 && words[1].strip().equalsIgnoreCase("DESC");
      if (seen.add(named)) {
        orders.add(by.apply(named, descending));
      }
    }
    return orders;
  }

  private static TaskOrder.Field taskField(String name) {
    return switch (name) {
      case "taskId" -> TaskOrder.Field.ID;
      case "workflowId" -> TaskOrder.Field.WORKFLOW;
      case "taskType", "taskDefName" -> TaskOrder.Field.TYPE;
      case "status" -> TaskOrder.Field.STATUS;
      case "referenceTaskName", "taskReferenceName" -> TaskOrder.Field.REF;
      case "workflowType", "workflowName" -> TaskOrder.Field.WORKFLOW_NAME;
      case "version" -> TaskOrder.Field.VERSION;
      case "correlationId" -> TaskOrder.Field.CORRELATION_ID;
      case "scheduledTime" -> TaskOrder.Field.SCHEDULED;
      case "startTime", "createTime" -> TaskOrder.Field.STARTED;
      case "updateTime", "modifiedTime" -> TaskOrder.Field.UPDATED;
      case "endTime" -> TaskOrder.Field.ENDED;
      default ->
          throw invalid(
              "sort",
              "unknown field; known are taskId, workflowId, taskType, status, referenceTaskName,"
                  + " workflowType, version, correlationId, scheduledTime, startTime, updateTime,"
                  + " endTime",
              name);
    };
  }

  private static WorkflowQuery.Column column(String name) {
    return switch (name) {
      case "workflowId", "taskId" -> WorkflowQuery.Column.ID;
      case "workflowType", "workflowName" -> WorkflowQuery.Column.NAME;
      case "version" -> WorkflowQuery.Column.VERSION;
      case "status" -> WorkflowQuery.Column.STATUS;
      case "correlationId" -> WorkflowQuery.Column.CORRELATION_ID;
      case "startTime", "createTime", "scheduledTime" -> WorkflowQuery.Column.CREATED;
      case "updateTime", "modifiedTime" -> WorkflowQuery.Column.UPDATED;
      case "endTime" -> WorkflowQuery.Column.ENDED;
      default ->
          throw invalid(
              "sort",
              "unknown field; known are workflowId, workflowType, version, status, correlationId,"
                  + " startTime, updateTime, endTime",
              name);
    };
  }

  static ServiceException invalid(String path, String message, String value) {
    return new ServiceException(
        ServiceException.Code.INVALID,
        path + ": " + message,
        List.of(new ValidationError(path, message, value)));
  }
}
