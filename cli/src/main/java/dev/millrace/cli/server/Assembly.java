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
import java.util.Map;

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
    return parts(store, settings.http(), settings.engine(), settings.shown());
  }

  static MillraceServer.Parts parts(
      Store store, HttpSettings http, EngineSettings engine, Map<String, String> shown) {
    return new MillraceServer.Parts(
        store,
        http,
        engine,
        LANGUAGES,
        Map.of("HTTP", HttpTask.open(HttpTaskSettings.standard())),
        new LogLines(),
        shown);
  }
}
