package dev.millrace.server.conformance;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.netflix.conductor.client.automator.TaskRunnerConfigurer;
import com.netflix.conductor.client.exception.ConductorClientException;
import com.netflix.conductor.client.http.ConductorClient;
import com.netflix.conductor.client.http.MetadataClient;
import com.netflix.conductor.client.http.TaskClient;
import com.netflix.conductor.client.http.WorkflowClient;
import com.netflix.conductor.client.worker.Worker;
import com.netflix.conductor.common.metadata.tasks.Task;
import com.netflix.conductor.common.metadata.tasks.TaskDef;
import com.netflix.conductor.common.metadata.tasks.TaskResult;
import com.netflix.conductor.common.metadata.workflow.StartWorkflowRequest;
import com.netflix.conductor.common.metadata.workflow.WorkflowDef;
import com.netflix.conductor.common.metadata.workflow.WorkflowTask;
import com.netflix.conductor.common.run.Workflow.WorkflowStatus;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import okhttp3.Interceptor;
import okhttp3.Response;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** The official Java client, as its users set it up. Its names end with a suffix of its own. */
final class JavaSdk implements AutoCloseable {

  private static final AtomicInteger SUFFIXES = new AtomicInteger();
  private static final String OWNER = "a@b.c";

  final MetadataClient metadata;
  final WorkflowClient workflows;
  final TaskClient tasks;

  /** The answered requests, like {@code POST /api/tasks}. */
  final Queue<String> answered = new ConcurrentLinkedQueue<>();

  private final String suffix = "_j" + SUFFIXES.incrementAndGet() + "x";
  private final ConductorClient client;
  private final Consumer<String> listener;
  private final Deque<TaskRunnerConfigurer> runners = new ArrayDeque<>();

  /** A worker; polls without pauses, extends leases. */
  private record Work(String type, Function<Task, TaskResult> code) implements Worker {
    @Override
    public String getTaskDefName() {
      return type;
    }

    @Override
    public TaskResult execute(Task task) {
      return code.apply(task);
    }

    @Override
    public int getPollingInterval() {
      return 1;
    }

    @Override
    public boolean leaseExtendEnabled() {
      return true;
    }
  }

  /**
   * @param listener hears of each answered request, on the thread that sent it
   */
  JavaSdk(RunningServer server, Consumer<String> listener) {
    this.listener = listener;
    client =
        ConductorClient.builder()
            .basePath(server.api.base() + "/api")
            .configureOkHttp(http -> {
              var _ = http.addInterceptor(this::record);
            })
            .build();
    metadata = new MetadataClient(client);
    workflows = new WorkflowClient(client);
    tasks = new TaskClient(client);
  }

  private Response record(Interceptor.Chain chain) throws IOException {
    var request = chain.request();
    var response = chain.proceed(request);
    String line = request.method() + " " + request.url().encodedPath();
    answered.add(line);
    listener.accept(line);
    return response;
  }

  long answered(String start) {
    return answered.stream().filter(line -> line.startsWith(start)).count();
  }

  String name(String plain) {
    return plain + suffix;
  }

  /** Without retries, and without a pause before any. */
  TaskDef taskDef(String name) {
    var definition = new TaskDef(name(name));
    definition.setOwnerEmail(OWNER);
    definition.setRetryCount(0);
    definition.setRetryDelaySeconds(0);
    definition.setTimeoutSeconds(0);
    definition.setResponseTimeoutSeconds(60);
    return definition;
  }

  WorkflowDef workflowDef(String name, List<WorkflowTask> steps) {
    var definition = new WorkflowDef();
    definition.setName(name(name));
    definition.setVersion(1);
    definition.setOwnerEmail(OWNER);
    definition.setTimeoutSeconds(0);
    definition.setTasks(steps);
    return definition;
  }

  WorkflowTask step(String type, String ref, Map<String, Object> input) {
    return system("SIMPLE", name(type), ref, input);
  }

  static WorkflowTask system(String kind, String name, String ref, Map<String, Object> input) {
    var task = new WorkflowTask();
    task.setType(kind);
    task.setName(name);
    task.setTaskReferenceName(ref);
    task.setInputParameters(input);
    return task;
  }

  /** Registers a workflow {@code w} of workers' tasks of type {@code t}, one for each name. */
  void register(String... refs) {
    metadata.registerTaskDefs(List.of(taskDef("t")));
    metadata.registerWorkflowDef(
        workflowDef("w", List.of(refs).stream().map(ref -> step("t", ref, Map.of())).toList()));
  }

  StartWorkflowRequest request(String name, Map<String, Object> input) {
    var request = new StartWorkflowRequest();
    request.setName(name(name));
    request.setVersion(1);
    request.setInput(input);
    return request;
  }

  String start(String name, Map<String, Object> input) {
    return workflows.startWorkflow(request(name, input));
  }

  /** Registers and starts a workflow like {@link #register}. */
  String started(String... refs) {
    register(refs);
    return start("w", Map.of("x", 1));
  }

  WorkflowStatus statusOf(String id) {
    return workflows.getWorkflow(id, false).getStatus();
  }

  /** What the client throws. */
  static ConductorClientException refused(ThrowingCallable call) {
    return catchThrowableOfType(ConductorClientException.class, call);
  }

  Task poll(String type) {
    return tasks.batchPollTasksByTaskType(name(type), "w", 1, 5000).getFirst();
  }

  void complete(Task task, Map<String, Object> output) {
    tasks.updateTask(result(task, TaskResult.Status.COMPLETED, output));
  }

  static TaskResult result(Task task, TaskResult.Status status, Map<String, Object> output) {
    var result = new TaskResult(task);
    result.setStatus(status);
    result.setOutputData(output);
    return result;
  }

  /** Works on tasks of one type until this is closed. */
  void work(String type, int threads, Function<Task, TaskResult> code) {
    String name = name(type);
    var runner =
        new TaskRunnerConfigurer.Builder(tasks, List.of(new Work(name, code)))
            .withTaskThreadCount(Map.of(name, threads))
            .build();
    runner.init();
    runners.add(runner);
  }

  @Override
  public void close() {
    runners.forEach(TaskRunnerConfigurer::shutdown);
    workflows.close();
    client.shutdown();
  }
}
