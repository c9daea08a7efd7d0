package dev.millrace.bench.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.server.app.MillraceServer;
import dev.millrace.server.config.ServerSettings;
import dev.millrace.server.config.ServerSettings.StoreChoice;
import dev.millrace.server.engine.Engine;
import dev.millrace.server.engine.EngineLog;
import dev.millrace.server.script.JavaScript;
import dev.millrace.server.script.Jq;
import dev.millrace.server.script.ScriptLimits;
import dev.millrace.server.store.Store;
import dev.millrace.server.store.postgres.PostgresStore;
import dev.millrace.server.store.sqlite.SqliteStore;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The server that is measured: the main class of a process of its own, whose other end is {@link
 * ServerProcess}. Arguments are settings, {@code --http-port=0}. It says its port, then for each
 * line it reads how much of its heap is in use, and ends when its input ends: so it never outlives
 * the benchmark.
 */
final class BenchedServer {

  private BenchedServer() {}

  public static void main(String[] arguments) throws Exception {
    Map<String, String> flags = new LinkedHashMap<>();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      flags.put(argument.substring(0, equals), argument.substring(equals + 1));
    }
    ServerSettings settings = ServerSettings.read(null, System.getenv(), flags);
    try (MillraceServer server = MillraceServer.start(parts(settings));
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      System.out.println(Child.SAYS + server.port());
      while (input.readLine() != null) {
        System.out.println(Child.SAYS + usedHeap());
      }
    }
  }

  private static MillraceServer.Parts parts(ServerSettings settings) {
    Store store =
        switch (settings.store()) {
          case StoreChoice.InFile(var path) -> SqliteStore.open(path);
          case StoreChoice.Forgetful _ -> SqliteStore.ephemeral();
          case StoreChoice.InPostgres(var postgres) -> PostgresStore.open(postgres);
        };
    var languages =
        new Engine.Languages(
            JavaScript.within(ScriptLimits.standard()), Jq.within(ScriptLimits.standard()));
    EngineLog log =
        (level, message, fields, cause) ->
            System.err.println(level + " " + message + " " + fields + (cause == null ? "" : cause));
    return new MillraceServer.Parts(
        store, settings.http(), settings.engine(), languages, Map.of(), log, settings.shown());
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
