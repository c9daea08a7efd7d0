package dev.millrace.server.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.millrace.server.store.ReadTransaction;
import dev.millrace.server.store.Store;
import dev.millrace.server.store.StoreConformance;
import dev.millrace.server.store.StoreException;
import dev.millrace.server.store.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SqliteStoreTest implements StoreConformance {

  @TempDir Path folder;
  private SqliteStore store;

  @BeforeEach
  void open() {
    store = SqliteStore.open(file());
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Override
  public Store store() {
    return store;
  }

  @Override
  public Store reopened() {
    store.close();
    open();
    return store;
  }

  @Override
  public Store disposable() {
    return store;
  }

  private Path file() {
    return folder.resolve("data").resolve("millrace.db");
  }

  private static void assertRefused(Path file, Kind kind, String message) {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> SqliteStore.open(file).close())
        .withMessageContaining(message)
        .satisfies(e -> assertThat(e.kind()).isEqualTo(kind));
  }

  private static void run(Path file, String sql) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      var _ = statement.executeUpdate(sql);
    }
  }

  @Test
  void isAloneWithItsFile() {
    assertThat(store.exclusive()).isTrue();
    assertThat(store.describe()).contains(file().toString());
    assertRefused(file(), Kind.UNAVAILABLE, "Another server uses " + file());
    store.close();
    SqliteStore.open(file()).close();
  }

  @Test
  void refusesTheFileOfAnotherProgram() throws SQLException {
    var other = folder.resolve("other.db");
    run(other, "CREATE TABLE theirs (a)");
    assertRefused(other, Kind.UNUSABLE, "not a file of Millrace's");
    run(other, "INSERT INTO theirs VALUES (1)");
  }

  @Test
  void refusesAFileThatIsNoDatabase() throws IOException {
    var text = folder.resolve("notes.txt");
    Files.writeString(
        text, "a text that is somewhat longer than the header of a database".repeat(9));
    assertRefused(text, Kind.UNUSABLE, "not a file of Millrace's");
    assertThat(text).content().startsWith("a text");
  }

  @Test
  void refusesAFileOfANewerVersion() throws SQLException {
    store.close();
    run(file(), "PRAGMA user_version = 99");
    assertRefused(file(), Kind.UNUSABLE, "newer Millrace: it has schema 99");
  }

  @Test
  void saysWhichFolderCannotBeWritten() throws IOException {
    var blocked = folder.resolve("blocked");
    Files.writeString(blocked, "");
    assertRefused(blocked.resolve("millrace.db"), Kind.UNAVAILABLE, "blocked");
  }

  @Test
  void keepsEverythingInOneFileWhenItIsClosed() throws IOException {
    write(tx -> assertThat(tx.define("digest", new byte[5000])).isPositive());
    store.close();
    try (var files = Files.list(file().getParent())) {
      assertThat(files.map(each -> each.getFileName().toString()).toList())
          .containsExactlyInAnyOrder("millrace.db", "millrace.db.lock");
    }
  }

  @Test
  void syncsEveryCommit() throws SQLException {
    assertThat(setting(true, "journal_mode")).isEqualTo("wal");
    assertThat(setting(true, "synchronous")).isEqualTo("2");
    assertThat(setting(false, "synchronous")).isEqualTo("0");
  }

  private String setting(boolean durable, String name) throws SQLException {
    try (var connection = SqliteFile.of(file(), durable).connect();
        var statement = connection.createStatement();
        var row = statement.executeQuery("PRAGMA " + name)) {
      return row.getString(1);
    }
  }

  @Test
  void aTransactionStartsNoOther() {
    assertThatIllegalStateException().isThrownBy(() -> write(tx -> write(again -> {})));
  }

  @Test
  void anEphemeralStoreLeavesNothingBehind() {
    var ephemeral = SqliteStore.ephemeral();
    var path = Path.of(ephemeral.describe().replace("SQLite ", "").replace(" (ephemeral)", ""));
    assertThat(path).exists();
    assertThat(ephemeral.<Long>read(ReadTransaction::revision)).isPositive();
    ephemeral.close();
    assertThat(path.getParent()).doesNotExist();
  }
}
