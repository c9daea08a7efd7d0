package dev.millrace.server.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.server.store.Store;
import dev.millrace.server.store.StoreConformance;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The conformance suite; tables are made once and emptied for each test. */
final class PostgresStoreTest implements StoreConformance {

  private static PostgresSettings settings;
  private static PostgresStore store;

  @BeforeAll
  static void open() {
    settings = TestDatabase.fresh();
    store = PostgresStore.open(settings);
  }

  @AfterAll
  static void close() {
    store.close();
  }

  @BeforeEach
  void empty() throws SQLException {
    TestDatabase.run(settings, "TRUNCATE workflow, task, log, poll, definition, document, handout");
  }

  @Override
  public Store store() {
    return store;
  }

  @Override
  public Store reopened() {
    store.close();
    store = PostgresStore.open(settings);
    return store;
  }

  @Override
  public Store disposable() {
    return PostgresStore.open(settings);
  }

  @Test
  void isSharedAndKeepsItsPasswordToItself() {
    assertThat(store.exclusive()).isFalse();
    assertThat(store.describe()).startsWith("postgresql://").endsWith(settings.schema());
    assertThat(store.describe()).doesNotContain("password");
  }
}
