package dev.millrace.cli.server;

import dev.millrace.server.app.MillraceServer;
import dev.millrace.server.engine.Engine;
import dev.millrace.server.engine.EngineSettings;
import dev.millrace.server.http.HttpSettings;
import dev.millrace.server.script.JavaScript;
import dev.millrace.server.script.Jq;
import dev.millrace.server.script.ScriptLimits;
import dev.millrace.server.store.Store;
import java.util.Map;

/** What servers of this command are made of. */
final class Assembly {

  private static final Engine.Languages LANGUAGES =
      new Engine.Languages(
          JavaScript.within(ScriptLimits.standard()), Jq.within(ScriptLimits.standard()));

  private Assembly() {}

  static MillraceServer.Parts parts(Store store, int port) {
    return new MillraceServer.Parts(
        store,
        HttpSettings.defaults().withPort(port),
        EngineSettings.defaults(),
        LANGUAGES,
        Map.of(),
        new LogLines(),
        Map.of("store", store.describe()));
  }
}
