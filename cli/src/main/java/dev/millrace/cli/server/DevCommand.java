package dev.millrace.cli.server;

import dev.millrace.client.MillraceClient;
import dev.millrace.server.engine.EngineSettings;
import dev.millrace.server.http.HttpSettings;
import dev.millrace.server.logs.Logs;
import dev.millrace.server.task.HttpTaskSettings;
import dev.millrace.worker.WorkerHost;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code millrace dev}. */
@Command(
    name = "dev",
    description = {
      "Starts a server on the embedded store with an example workflow and two workers,",
      "one in this process and one in another, and runs the example once.",
      "Ctrl-C finishes what is under way and stops."
    })
public final class DevCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "8080",
      description = "Where to listen, 0 for any that is free. Default: ${DEFAULT-VALUE}.")
  private int port;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where to keep the data. Default: millrace-data.")
  private @Nullable Path data;

  @Option(names = "--ephemeral", description = "Keeps nothing: the data are gone with the server.")
  private boolean ephemeral;

  @Option(names = "--once", description = "Stops after the example has run.")
  private boolean once;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (ephemeral && data != null) {
      throw new ParameterException(
          spec.commandLine(), "--ephemeral keeps nothing, so --data has no meaning beside it");
    }
    Logs.install(System.err, Level.WARNING);
    var out = spec.commandLine().getOut();
    var closing = new Closing(out);
    var hook = new Thread(closing::run, "millrace-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      boolean held = start(closing, out);
      if (once || !held) {
        closing.run();
        return held ? 0 : 1;
      }
      closing.awaitRun();
      return 0;
    } catch (IOException | RuntimeException e) {
      closing.run();
      throw e;
    }
  }

  private boolean start(Closing closing, PrintWriter out) throws IOException, InterruptedException {
    var folder = data == null ? Path.of("millrace-data") : data;
    var store = ephemeral ? Stores.ephemeral() : Stores.file(folder.resolve("tasks.db"));
    var parts =
        Assembly.parts(
            store,
            HttpSettings.defaults().withPort(port),
            EngineSettings.defaults(),
            HttpTaskSettings.standard(),
            Map.of());
    var server = Assembly.start(parts);
    closing.add(() -> {
      server.close();
      out.println("Stopped: " + server.balance() + ".");
    });
    var url = "http://127.0.0.1:" + server.port();
    var client = MillraceClient.connect(url);
    closing.add(client::close);
    DevExample.register(client);
    WorkerHost host = DevExample.warehouse(client);
    closing.add(host::close);
    var process = WorkerProcess.start(url);
    closing.add(process::close);
    out.println("Millrace listens on " + url);
    out.println("  store     " + store.describe());
    out.println("  workflow  " + DevExample.NAME + ": " + DevExample.DESCRIPTION);
    out.println("  worker 1  in this process, for reserve_stock and pack_parcel");
    out.println("  worker 2  process " + process.pid() + ", for charge_card and ship_parcel");
    out.flush();
    var held = DevExample.run(client, out);
    out.println();
    DevExample.suggestions(url).forEach(out::println);
    out.println();
    out.println("Ctrl-C finishes what is under way and stops.");
    out.flush();
    return held;
  }

  /** Closes what was opened, the last first, once. */
  private static final class Closing {
    private final PrintWriter out;
    private final Deque<Runnable> steps = new ArrayDeque<>();
    private final CountDownLatch done = new CountDownLatch(1);

    Closing(PrintWriter out) {
      this.out = out;
    }

    synchronized void add(Runnable step) {
      steps.push(step);
    }

    synchronized void run() {
      while (!steps.isEmpty()) {
        steps.pop().run();
      }
      out.flush();
      done.countDown();
    }

    void awaitRun() throws InterruptedException {
      done.await();
    }
  }
}
