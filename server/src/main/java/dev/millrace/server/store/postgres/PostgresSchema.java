package dev.millrace.server.store.postgres;

import dev.millrace.server.store.StoreException;
import dev.millrace.server.store.StoreException.Kind;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationState;

/** Makes the tables what they have to be; servers that start together take turns. */
final class PostgresSchema {

  private PostgresSchema() {}

  static void prepare(Pool pool, PostgresSettings settings) {
    var flyway =
        Flyway.configure(PostgresSchema.class.getClassLoader())
            .dataSource(pool.dataSource())
            .schemas(settings.schema())
            .table("schema_history")
            .locations("classpath:dev/millrace/server/store/postgres")
            .load();
    pool.ensureReachable();
    try {
      refuseNewer(flyway, settings);
      var _ = flyway.migrate();
    } catch (FlywayException e) {
      throw new StoreException(
          Kind.UNUSABLE,
          "The tables in %s cannot be made or are not Millrace's: %s"
              .formatted(settings, e.getMessage()),
          e);
    }
  }

  /** Left to itself, Flyway would work with tables that it does not know. */
  private static void refuseNewer(Flyway flyway, PostgresSettings settings) {
    for (var migration : flyway.info().all()) {
      if (migration.getState() == MigrationState.FUTURE_SUCCESS) {
        throw new StoreException(
            Kind.UNUSABLE,
            "%s was written by a newer Millrace: it has schema %s. Start the newer one."
                .formatted(settings, migration.getVersion()),
            null);
      }
    }
  }
}
