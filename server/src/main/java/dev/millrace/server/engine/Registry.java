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
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The registered definitions at one moment, and what was compiled of them. Everything but the cache
 * of compiled ones is immutable; thread-safe.
 */
final class Registry {

  private final long revision;
  private final Map<String, TaskDef> tasks;
  private final Map<String, NavigableMap<Integer, WorkflowDef>> workflows;
  private final Map<Version, Frozen> frozen = new ConcurrentHashMap<>();

  private record Version(String name, int version) {}

  private Registry(
      long revision,
      Map<String, TaskDef> tasks,
      Map<String, NavigableMap<Integer, WorkflowDef>> workflows) {
    this.revision = revision;
    this.tasks = tasks;
    this.workflows = workflows;
  }

  static Registry read(ReadTransaction tx) {
    var mapper = WireJson.mapper();
    var tasks = new TreeMap<String, TaskDef>();
    for (var document : tx.documents(Document.Kind.TASK)) {
      tasks.put(document.name(), mapper.readValue(document.body(), TaskDef.class));
    }
    var workflows = new TreeMap<String, NavigableMap<Integer, WorkflowDef>>();
    for (var document : tx.documents(Document.Kind.WORKFLOW)) {
      workflows
          .computeIfAbsent(document.name(), _ -> new TreeMap<>())
          .put(document.version(), mapper.readValue(document.body(), WorkflowDef.class));
    }
    return new Registry(tx.revision(), tasks, workflows);
  }

  long revision() {
    return revision;
  }

  Map<String, TaskDef> tasks() {
    return Collections.unmodifiableMap(tasks);
  }

  @Nullable TaskDef task(String name) {
    return tasks.get(name);
  }

  Map<String, NavigableMap<Integer, WorkflowDef>> workflows() {
    return Collections.unmodifiableMap(workflows);
  }

  /** The latest version if {@code version} is null or 0; null if there is none. */
  @Nullable WorkflowDef workflow(String name, @Nullable Integer version) {
    var versions = workflows.get(name);
    if (versions == null) {
      return null;
    }
    return version == null || version == 0
        ? versions.lastEntry().getValue()
        : versions.get(version);
  }

  /**
   * A registered definition, ready to run.
   *
   * @throws ServiceException if there is none, or if it is no good
   */
  Frozen frozen(String name, @Nullable Integer version) {
    var found = workflow(name, version);
    if (found == null) {
      throw new ServiceException(
          ServiceException.Code.NOT_FOUND,
          "No such workflow found by name: %s, version: %s"
              .formatted(name, version == null ? "latest" : version));
    }
    var key = new Version(name, found.version());
    var known = frozen.get(key);
    if (known == null) {
      known = freeze(found);
      frozen.put(key, known);
    }
    return known;
  }

  /**
   * Any definition, ready to run.
   *
   * @throws ServiceException with all faults, if it has some
   */
  Frozen freeze(WorkflowDef definition) {
    return switch (FlowDef.compile(definition, tasks::get)) {
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
