package dev.millrace.server.conformance;

import dev.millrace.server.app.MillraceServer;
import dev.millrace.server.engine.Engine;
import dev.millrace.server.engine.EngineSettings;
import dev.millrace.server.http.HttpSettings;
import dev.millrace.server.script.JavaScript;
import dev.millrace.server.script.Jq;
import dev.millrace.server.script.ScriptLimits;
import dev.millrace.server.store.Store;
import dev.millrace.server.store.postgres.PostgresStore;
import dev.millrace.server.store.postgres.TestDatabase;
import dev.millrace.server.store.sqlite.SqliteStore;
import dev.millrace.server.task.AddressRules;
import dev.millrace.server.task.HttpTask;
import dev.millrace.server.task.HttpTaskSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A whole server in this process, on a port of its own, and requests to it. */
final class RunningServer implements AutoCloseable {

  /** What it had to complain of. */
  final Queue<String> faults = new ConcurrentLinkedQueue<>();

  final Api api;
  private final MillraceServer server;

  private RunningServer(Store store) {
    try {
      server = MillraceServer.start(parts(store));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    api = new Api(server.port());
  }

  static RunningServer onSqlite(Path folder) {
    return new RunningServer(SqliteStore.open(folder.resolve("test.db")));
  }

  static RunningServer onPostgres() {
    return new RunningServer(PostgresStore.open(TestDatabase.fresh()));
  }

  private MillraceServer.Parts parts(Store store) {
    var web =
        HttpTaskSettings.standard().withAddresses(AddressRules.allowing(List.of("127.0.0.1")));
    return new MillraceServer.Parts(
        store,
        HttpSettings.defaults().withPort(0),
        EngineSettings.defaults(),
        new Engine.Languages(
            JavaScript.within(ScriptLimits.standard()), Jq.within(ScriptLimits.standard())),
        Map.of("HTTP", HttpTask.open(web)),
        (level, message, fields, cause) -> {
          if (cause != null) {
            faults.add(level + " " + message + " " + fields + " " + cause);
          }
        },
        Map.of());
  }

  /** What a counter without tags says. */
  long count(String name) {
    String text = (String) api.sendTo("/metrics", "GET", null).body();
    return text.lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(name.length())))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() {
    api.close();
    server.close();
  }
}
