package dev.millrace.worker;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.millrace.client.MillraceClient;
import dev.millrace.client.TaskChannel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Workers in the making.
 *
 * <pre>{@code
 * try (var host = Workers.connect(client)
 *     .worker("resize", task -> WorkResult.completed(Map.of("ok", true)))
 *     .annotated(new Mailing())
 *     .start()) {
 *   host.runUntilShutdown();
 * }
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public final class Workers {

  private final TaskChannel channel;
  private final Map<WorkerSpec.Queue, WorkerSpec> specs = new LinkedHashMap<>();
  private HostSettings settings = HostSettings.defaults();
  private WorkerSettings defaults = WorkerSettings.defaults();
  private Map<String, String> environment = System.getenv();

  private Workers(TaskChannel channel) {
    this.channel = channel;
  }

  /** The client is not closed with the workers: it is the caller's. */
  public static Workers connect(MillraceClient client) {
    return connect(client.taskChannel());
  }

  /** Over any channel, for instance one in a test. */
  public static Workers connect(TaskChannel channel) {
    return new Workers(requireNonNull(channel, "channel is null"));
  }

  /** Changes what all workers of this host have in common. */
  @CanIgnoreReturnValue
  public Workers settings(UnaryOperator<HostSettings> change) {
    settings = requireNonNull(change.apply(settings), "settings is null");
    return this;
  }

  /** Changes what workers have that are added after this and have no settings of their own. */
  @CanIgnoreReturnValue
  public Workers defaults(UnaryOperator<WorkerSettings> change) {
    defaults = requireNonNull(change.apply(defaults), "defaults is null");
    return this;
  }

  @CanIgnoreReturnValue
  public Workers worker(String taskType, TaskFunction function) {
    return worker(taskType, defaults, function);
  }

  @CanIgnoreReturnValue
  public Workers worker(String taskType, TaskHandler handler) {
    return worker(taskType, defaults, handler);
  }

  @CanIgnoreReturnValue
  public Workers worker(String taskType, WorkerSettings own, TaskFunction function) {
    requireNonNull(function, "function is null");
    return add(new WorkerSpec(taskType, own, (task, _) -> function.handle(task)));
  }

  @CanIgnoreReturnValue
  public Workers worker(String taskType, WorkerSettings own, TaskHandler handler) {
    return add(new WorkerSpec(taskType, own, handler));
  }

  /**
   * Adds a worker for each method with {@link WorkerTask}.
   *
   * @throws IllegalArgumentException if an object has none, or a parameter has no meaning
   */
  @CanIgnoreReturnValue
  public Workers annotated(Object... objects) {
    for (Object object : objects) {
      AnnotatedMethods.of(object, defaults).forEach(this::add);
    }
    return this;
  }

  /**
   * Starts them.
   *
   * @throws IllegalStateException if there are none
   */
  public WorkerHost start() {
    if (specs.isEmpty()) {
      throw new IllegalStateException("there are no workers to start");
    }
    return WorkerHost.start(
        channel,
        settings,
        new V2Switch(settings.useV2Api(), environment),
        List.copyOf(specs.values()));
  }

  /** Instead of the process' own. */
  @CanIgnoreReturnValue
  Workers environment(Map<String, String> newEnvironment) {
    environment = Map.copyOf(newEnvironment);
    return this;
  }

  @CanIgnoreReturnValue
  private Workers add(WorkerSpec spec) {
    if (specs.putIfAbsent(spec.queue(), spec) != null) {
      throw new IllegalArgumentException("there is a worker for " + spec.queue() + " already");
    }
    return this;
  }
}
