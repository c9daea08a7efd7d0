package dev.millrace.server.engine;

import dev.millrace.server.store.Store;
import dev.millrace.server.store.postgres.PostgresSettings;
import dev.millrace.server.store.postgres.PostgresStore;
import dev.millrace.server.store.postgres.TestDatabase;

final class EngineOnPostgresTest extends EngineContract {

  private final PostgresSettings settings = TestDatabase.fresh();

  @Override
  Store openStore() {
    return PostgresStore.open(settings);
  }
}
