package dev.millrace.server.store.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.millrace.server.store.StoreException;
import dev.millrace.server.store.jdbc.Session;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;
import javax.sql.DataSource;

/** Connections of one kind, and transactions on them. Thread-safe. */
final class Pool implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Pool.class.getName());

  /** The statements are few and known: their plans are made once, and never scan a table. */
  private static final String FOR_WRITING =
      "; SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off;"
          + " SET enable_hashjoin = off; SET enable_mergejoin = off";

  private final HikariDataSource connections;
  private final PostgresDialect dialect;

  private Pool(HikariConfig config, PostgresDialect dialect) {
    this.connections = new HikariDataSource(config);
    this.dialect = dialect;
  }

  static Pool forWriting(PostgresSettings settings, PostgresDialect dialect) {
    var config = config("millrace-write", settings);
    config.setConnectionInitSql(config.getConnectionInitSql() + FOR_WRITING);
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    return new Pool(config, dialect);
  }

  /** A transaction that reads has one snapshot. */
  static Pool forReading(PostgresSettings settings, PostgresDialect dialect) {
    var config = config("millrace-read", settings);
    config.setReadOnly(true);
    config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
    return new Pool(config, dialect);
  }

  private static HikariConfig config(String name, PostgresSettings settings) {
    long millis = settings.timeout().toMillis();
    var config = new HikariConfig();
    config.setPoolName(name);
    config.setJdbcUrl(settings.url());
    config.setUsername(settings.user());
    config.setPassword(settings.password());
    config.setSchema(settings.schema());
    config.setAutoCommit(false);
    config.setMaximumPoolSize(settings.poolSize());
    config.setMinimumIdle(1);
    config.setConnectionTimeout(Math.max(250, millis));
    // Opening the first one is not waited for: the first use says better what is wrong.
    config.setInitializationFailTimeout(-1);
    config.setConnectionInitSql(
        "SET statement_timeout = %d; SET idle_in_transaction_session_timeout = %d; SET jit = off"
            .formatted(millis, 2 * millis));
    // Else the schema and these settings are part of the first transaction, and go when it fails.
    config.setIsolateInternalQueries(true);
    config.setDataSourceProperties(ConnectionOptions.of(settings));
    return config;
  }

  DataSource dataSource() {
    return connections;
  }

  /** Says what is wrong if there is no connection to be had. */
  void ensureReachable() {
    giveBack(connect());
  }

  /** Runs one transaction. If the work fails, nothing has happened. */
  <T> T transact(Function<? super Session, ? extends T> work) {
    var connection = connect();
    try {
      var session = new Session(connection, dialect);
      T result = work.apply(session);
      session.ensureSound();
      commit(session);
      return result;
    } catch (StoreException e) {
      if (PostgresDialect.lost(e)) {
        // The others are likely to be lost too; who comes next shall not find out one by one.
        connections.getHikariPoolMXBean().softEvictConnections();
      }
      throw e;
    } finally {
      giveBack(connection);
    }
  }

  private Connection connect() {
    try {
      return connections.getConnection();
    } catch (SQLException e) {
      throw dialect.fault(e);
    }
  }

  private void commit(Session session) {
    try {
      session.commit();
    } catch (SQLException e) {
      throw dialect.commitFault(e);
    }
  }

  /** The pool takes back what was not committed, and drops a connection that is broken. */
  private static void giveBack(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.log(System.Logger.Level.DEBUG, "A connection was dropped", e);
    }
  }

  @Override
  public void close() {
    connections.close();
  }
}
