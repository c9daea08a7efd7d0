package dev.millrace.stress.server;

import dev.millrace.server.app.MillraceServer;
import dev.millrace.server.engine.Engine;
import dev.millrace.server.engine.EngineSettings;
import dev.millrace.server.http.HttpSettings;
import dev.millrace.server.logs.Logs;
import dev.millrace.server.script.JavaScript;
import dev.millrace.server.script.Jq;
import dev.millrace.server.script.ScriptLimits;
import dev.millrace.server.store.Store;
import dev.millrace.server.store.postgres.PostgresSettings;
import dev.millrace.server.store.postgres.PostgresStore;
import dev.millrace.server.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;

/** A server in a process of its own, to be killed: port, then a file, or url, user and so on. */
final class ServerMain {

  private ServerMain() {}

  /** The arguments for a server on a file. */
  static List<String> onFile(int port, Path file) {
    return List.of(Integer.toString(port), file.toString());
  }

  static List<String> onPostgres(int port, PostgresSettings settings) {
    return List.of(
        Integer.toString(port),
        settings.url(),
        settings.user(),
        settings.password(),
        settings.schema());
  }

  public static void main(String[] arguments) throws IOException {
    ChildProcess.endWithParent();
    Logs.install(System.err, Level.INFO);
    var logger = System.getLogger("dev.millrace.server.engine");
    var server =
        MillraceServer.start(
            new MillraceServer.Parts(
                store(arguments),
                HttpSettings.defaults().withPort(Integer.parseInt(arguments[0])),
                EngineSettings.defaults(),
                new Engine.Languages(
                    JavaScript.within(ScriptLimits.standard()), Jq.within(ScriptLimits.standard())),
                Map.of(),
                (level, message, fields, cause) ->
                    logger.log(
                        System.Logger.Level.valueOf(level.name()), message + " " + fields, cause),
                Map.of()));
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop"));
    System.out.println(ChildProcess.READY);
  }

  private static Store store(String[] arguments) {
    return arguments.length == 2
        ? SqliteStore.open(Path.of(arguments[1]))
        : PostgresStore.open(
            PostgresSettings.of(arguments[1], arguments[2], arguments[3]).withSchema(arguments[4]));
  }
}
