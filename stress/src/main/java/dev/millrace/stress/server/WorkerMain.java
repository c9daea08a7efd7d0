package dev.millrace.stress.server;

import dev.millrace.client.MillraceClient;
import dev.millrace.server.logs.Logs;
import java.util.logging.Level;

/**
 * Workers in a process of their own, to be stopped and continued: says of each task that it begins.
 */
final class WorkerMain {

  private WorkerMain() {}

  public static void main(String[] arguments) throws InterruptedException {
    ChildProcess.endWithParent();
    Logs.install(System.err, Level.WARNING);
    var client = MillraceClient.connect(arguments[0]);
    var host =
        Crew.hire(
            client,
            "stopped",
            task ->
                say(
                    String.join(
                        " ", task.workflowInstanceId(), task.referenceTaskName(), task.taskId())));
    say(ChildProcess.READY);
    host.runUntilShutdown();
  }

  /** Lines of many threads; each goes out whole and at once. */
  private static synchronized void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
