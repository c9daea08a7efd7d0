package dev.millrace.server.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.millrace.server.store.LogRow;
import dev.millrace.server.store.QueueSize;
import dev.millrace.server.store.ReadTransaction;
import dev.millrace.server.store.StoreException;
import dev.millrace.server.store.StoreException.Kind;
import dev.millrace.server.store.StoreFixture;
import dev.millrace.server.store.TaskId;
import dev.millrace.server.store.WriteTransaction;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When the database is not what it should be, or goes away. */
final class PostgresFaultTest {

  private static final PostgresSettings SETTINGS = TestDatabase.fresh();

  private PostgresStore store;

  @BeforeEach
  void open() {
    store = PostgresStore.open(SETTINGS);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static void assertFails(ThrowingCallable work, Kind kind, String message) {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(work)
        .withMessageContaining(message)
        .satisfies(e -> assertThat(e.kind()).isEqualTo(kind));
  }

  private static void terminateWriters() {
    try {
      TestDatabase.run(
          SETTINGS,
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
              + " WHERE state = 'idle in transaction' AND query LIKE '%definition%'");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aLostConnectionIsReportedAndTheNextWriteWorks() {
    assertFails(
        () ->
            store.<Long>write(tx -> {
              long before = tx.define("lost", new byte[] {1});
              terminateWriters();
              return before + tx.nextTimer();
            }),
        Kind.UNAVAILABLE,
        "postgresql://");

    assertThat(store.<Long>write(WriteTransaction::nextTimer)).isPositive();
    assertThat(store.<Boolean>read(tx -> tx.definition(1) == null)).isTrue();
  }

  @Test
  void aConnectionThatIsLostAtTheCommitLeavesItOpen() {
    assertFails(
        () ->
            store.<Long>write(tx -> {
              long number = tx.define("open", new byte[] {1});
              terminateWriters();
              return number;
            }),
        Kind.UNKNOWN,
        "while it committed");
    assertThat(store.<Long>write(tx -> tx.define("open", new byte[] {1}))).isPositive();
  }

  @Test
  void whatTakesTooLongIsGivenUp() {
    try (var impatient = PostgresStore.open(SETTINGS.withTimeout(Duration.ofSeconds(2)))) {
      assertFails(
          () ->
              store.<Boolean>write(tx -> {
                tx.lockLimit("held");
                return impatient.<Boolean>write(other -> {
                  other.lockLimit("held");
                  return true;
                });
              }),
          Kind.UNAVAILABLE,
          "timeout");
      assertThat(impatient.<Long>write(WriteTransaction::nextTimer)).isPositive();
    }
  }

  @Test
  void aDatabaseThatDoesNotAnswerIsReported() {
    var nowhere =
        PostgresSettings.of("jdbc:postgresql://127.0.0.1:1/none?password=secret", "u", "secret")
            .withTimeout(Duration.ofMillis(300));
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> PostgresStore.open(nowhere).close())
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE))
        .satisfies(e ->
            assertThat(e.getMessage()).contains("127.0.0.1:1", "refused").doesNotContain("secret"));
    assertThat(nowhere.toString()).doesNotContain("secret");
  }

  @Test
  void aDatabaseThatDoesNotAnswerIsWaitedForAndThatIsSaid() {
    var nowhere =
        PostgresSettings.of("jdbc:postgresql://127.0.0.1:1/none?password=secret", "u", "secret")
            .withTimeout(Duration.ofMillis(700));
    var said = new ArrayList<String>();
    assertFails(
        new FirstContact(nowhere, new PostgresDialect(nowhere.place()), said::add)::await,
        Kind.UNAVAILABLE,
        "127.0.0.1:1");
    assertThat(said).singleElement().asString().contains("127.0.0.1:1/none", "0.7 s");
    assertThat(said.getFirst()).doesNotContain("secret", "\n");
  }

  @Test
  void aDatabaseThatIsNotThereIsNotWaitedFor() {
    var place = SETTINGS.place();
    var url = "jdbc:" + place.substring(0, place.lastIndexOf('/')) + "/not_there";
    var none = PostgresSettings.of(url, SETTINGS.user(), SETTINGS.password());
    var said = new ArrayList<String>();
    assertFails(
        new FirstContact(none, new PostgresDialect(none.place()), said::add)::await,
        Kind.UNUSABLE,
        "not_there");
    assertThat(said).isEmpty();
  }

  @Test
  void aConnectionWhoseFirstTransactionFailsKeepsItsSettings() {
    try (var fresh = PostgresStore.open(SETTINGS.withPoolSize(2))) {
      assertThatIllegalStateException()
          .isThrownBy(() ->
              fresh.<Long>read(tx -> {
                throw new IllegalStateException("after revision " + tx.revision());
              }));
      assertThat(fresh.<Long>read(ReadTransaction::revision)).isNotNegative();
      assertThat(fresh.<List<QueueSize>>read(ReadTransaction::queueSizes)).isEmpty();
    }
  }

  @Test
  void tablesOfANewerVersionAreRefused() throws SQLException {
    var newer = TestDatabase.fresh();
    PostgresStore.open(newer).close();
    TestDatabase.run(
        newer,
        "INSERT INTO schema_history SELECT 99, '99', 'future', type, 'V99__future.sql', 1,"
            + " installed_by, installed_on, 1, true FROM schema_history WHERE version = '1'");
    assertFails(
        () -> PostgresStore.open(newer).close(), Kind.UNUSABLE, "newer Millrace: it has schema 99");
  }

  @Test
  void tablesOfAnotherProgramAreRefused() throws SQLException {
    var others = TestDatabase.fresh();
    TestDatabase.run(others, "CREATE SCHEMA " + others.schema());
    TestDatabase.run(others, "CREATE TABLE theirs (a int)");
    assertFails(() -> PostgresStore.open(others).close(), Kind.UNUSABLE, "are not Millrace's");
  }

  @Test
  void characterZeroIsReplaced() {
    var task = new TaskId(StoreFixture.id(1), 1);
    var _ =
        store.<Boolean>write(tx -> {
          tx.log(List.of(new LogRow(task, 1, "a\0b")));
          return true;
        });
    assertThat(store.<List<LogRow>>read(tx -> tx.logs(task)).getLast().text())
        .isEqualTo("a\uFFFDb");
  }

  @Test
  void settingsThatCannotBeAreRefused() {
    var good = PostgresSettings.of("jdbc:postgresql://host/db", "u", "p");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PostgresSettings.of("jdbc:mysql://host/db", "u", "p"));
    assertThatIllegalArgumentException().isThrownBy(() -> good.withSchema("x; DROP"));
    assertThatIllegalArgumentException().isThrownBy(() -> good.withPoolSize(0));
    assertThatIllegalArgumentException().isThrownBy(() -> good.withTimeout(Duration.ZERO));
  }
}
