package dev.millrace.client;

/**
 * Talks to a Millrace server, or to a Conductor server.
 *
 * <pre>{@code
 * try (var client = MillraceClient.connect("http://localhost:8080")) {
 *   String id = client.workflows().start(request).await();
 *   Workflow workflow = client.workflows().get(id).await();
 * }
 * }</pre>
 *
 * <p>Every call is sent at once and gives an {@link Answer}: wait for it, or take its future. Calls
 * that are safe to repeat are repeated for a while when the server does not answer. Thread-safe.
 */
public final class MillraceClient implements AutoCloseable {

  private final Transport transport;
  private final Calls calls;
  private final MetadataCalls metadata;
  private final WorkflowCalls workflows;
  private final TaskCalls tasks;
  private final TaskChannel taskChannel;

  private MillraceClient(ClientSettings settings) {
    this.transport = new Transport(settings);
    Sender sender = new Sender(transport, settings);
    this.calls = new Calls(sender);
    this.metadata = new MetadataCalls(calls);
    this.workflows = new WorkflowCalls(calls);
    this.tasks = new TaskCalls(calls);
    this.taskChannel = new HttpTaskChannel(sender);
  }

  /** Makes no connection yet: the first call does. */
  public static MillraceClient connect(String baseUrl) {
    return connect(ClientSettings.of(baseUrl));
  }

  public static MillraceClient connect(ClientSettings settings) {
    return new MillraceClient(settings);
  }

  public MetadataCalls metadata() {
    return metadata;
  }

  public WorkflowCalls workflows() {
    return workflows;
  }

  public TaskCalls tasks() {
    return tasks;
  }

  /** For worker libraries. */
  public TaskChannel taskChannel() {
    return taskChannel;
  }

  /** Calls under way fail, those that wait to be repeated, too. Idempotent. Close workers first. */
  @Override
  public void close() {
    transport.close(calls::close);
  }
}
