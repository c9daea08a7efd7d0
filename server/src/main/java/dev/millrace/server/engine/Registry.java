package dev.millrace.server.engine;

import dev.millrace.client.TaskDef;
import dev.millrace.client.ValidationError;
import dev.millrace.client.WireJson;
import dev.millrace.client.WorkflowDef;
import dev.millrace.server.ServiceException;
import dev.millrace.server.flow.FlowDef;
import dev.millrace.server.store.Document;
import dev.millrace.server.store.ReadTransaction;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The registered definitions: each is read when somebody needs it, and kept until something is
 * registered, a bounded number of them. So what a registration costs does not depend on how many
 * there are. Not thread-safe.
 */
final class Registry {

  private final Map<String, Optional<TaskDef>> tasks;
  private final Map<String, NavigableMap<Integer, WorkflowDef>> workflows;
  private final Map<Version, Frozen> frozen;

  private record Version(String name, int version) {}

  Registry(int capacity) {
    tasks = new Bounded<>(capacity);
    workflows = new Bounded<>(capacity);
    frozen = new Bounded<>(capacity);
  }

  /** Something was registered, or may have been. */
  void forget() {
    tasks.clear();
    workflows.clear();
    frozen.clear();
  }

  @Nullable TaskDef task(String name, ReadTransaction tx) {
    return tasks.computeIfAbsent(name, _ -> Optional.ofNullable(readTask(name, tx))).orElse(null);
  }

  private @Nullable WorkflowDef workflow(
      String name, @Nullable Integer version, ReadTransaction tx) {
    return find(workflows.computeIfAbsent(name, _ -> readWorkflows(name, tx)), version);
  }

  /** A registered task definition; null if there is none. */
  static @Nullable TaskDef readTask(String name, ReadTransaction tx) {
    var found = tx.documents(Document.Kind.TASK, name);
    return found.isEmpty()
        ? null
        : WireJson.mapper().readValue(found.getFirst().body(), TaskDef.class);
  }

  /** The latest version if {@code version} is null or 0; null if there is none. */
  static @Nullable WorkflowDef readWorkflow(
      String name, @Nullable Integer version, ReadTransaction tx) {
    return find(readWorkflows(name, tx), version);
  }

  private static NavigableMap<Integer, WorkflowDef> readWorkflows(String name, ReadTransaction tx) {
    var versions = new TreeMap<Integer, WorkflowDef>();
    for (var document : tx.documents(Document.Kind.WORKFLOW, name)) {
      versions.put(
          document.version(), WireJson.mapper().readValue(document.body(), WorkflowDef.class));
    }
    return versions;
  }

  private static @Nullable WorkflowDef find(
      NavigableMap<Integer, WorkflowDef> versions, @Nullable Integer version) {
    if (version != null && version != 0) {
      return versions.get(version);
    }
    return versions.isEmpty() ? null : versions.lastEntry().getValue();
  }

  /**
   * A registered definition, ready to run.
   *
   * @throws ServiceException if there is none, or if it is no good
   */
  Frozen frozen(String name, @Nullable Integer version, ReadTransaction tx) {
    var found = workflow(name, version, tx);
    if (found == null) {
      throw new ServiceException(
          ServiceException.Code.NOT_FOUND,
          "No such workflow found by name: %s, version: %s"
              .formatted(name, version == null ? "latest" : version));
    }
    var key = new Version(name, found.version());
    var known = frozen.get(key);
    if (known == null) {
      known = freeze(found, tx);
      frozen.put(key, known);
    }
    return known;
  }

  /**
   * Any definition, ready to run.
   *
   * @throws ServiceException with all faults, if it has some
   */
  static Frozen freeze(WorkflowDef definition, ReadTransaction tx) {
    return switch (FlowDef.compile(definition, name -> readTask(name, tx))) {
      case FlowDef.Compiled.Ok(var flow) -> {
        var body = WireJson.mapper().writeValueAsBytes(flow.source());
        yield new Frozen(flow, digest(body), body);
      }
      case FlowDef.Compiled.Invalid(var faults) ->
          throw new ServiceException(
              ServiceException.Code.INVALID,
              "Workflow definition " + definition.name() + " is not valid: " + faults.getFirst(),
              faults.stream()
                  .map(fault -> new ValidationError(fault.path(), fault.reason(), null))
                  .toList());
    };
  }

  private static String digest(byte[] body) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
