package dev.millrace.cli.server;

import dev.millrace.server.app.MillraceServer;
import dev.millrace.server.config.ServerSettings;
import dev.millrace.server.config.ServerSettings.StoreChoice;
import dev.millrace.server.engine.Engine;
import dev.millrace.server.engine.EngineSettings;
import dev.millrace.server.http.HttpSettings;
import dev.millrace.server.script.JavaScript;
import dev.millrace.server.script.Jq;
import dev.millrace.server.script.ScriptLimits;
import dev.millrace.server.store.Store;
import dev.millrace.server.store.postgres.PostgresStore;
import dev.millrace.server.task.HttpTask;
import dev.millrace.server.task.HttpTaskSettings;
import java.io.IOException;
import java.net.BindException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the servers of this command are made of. */
final class Assembly {

  private static final Engine.Languages LANGUAGES =
      new Engine.Languages(
          JavaScript.within(ScriptLimits.standard()), Jq.within(ScriptLimits.standard()));

  private Assembly() {}

  static MillraceServer.Parts parts(ServerSettings settings) {
    Store store =
        switch (settings.store()) {
          case StoreChoice.InFile(var path) -> Stores.file(path);
          case StoreChoice.Forgetful _ -> Stores.ephemeral();
          case StoreChoice.InPostgres(var postgres) -> PostgresStore.open(postgres);
        };
    return parts(store, settings.http(), settings.engine(), settings.httpTasks(), settings.shown());
  }

  /**
   * Starts it.
   *
   * @throws IOException if it cannot listen, with what to do about it
   */
  static MillraceServer start(MillraceServer.Parts parts) throws IOException {
    try {
      return MillraceServer.start(parts);
    } catch (IOException e) {
      if (causedBy(e, BindException.class)) {
        throw new IOException(
            "port %d of %s is in use; choose another with --port, or 0 for any that is free"
                .formatted(parts.http().port(), parts.http().address()),
            e);
      }
      throw e;
    }
  }

  private static boolean causedBy(@Nullable Throwable failure, Class<? extends Throwable> type) {
    return failure != null && (type.isInstance(failure) || causedBy(failure.getCause(), type));
  }

  static MillraceServer.Parts parts(
      Store store,
      HttpSettings http,
      EngineSettings engine,
      HttpTaskSettings httpTasks,
      Map<String, String> shown) {
    return new MillraceServer.Parts(
        store,
        http,
        engine,
        LANGUAGES,
        Map.of("HTTP", HttpTask.open(httpTasks)),
        new LogLines(),
        shown);
  }
}
