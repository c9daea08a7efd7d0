package dev.millrace.server.store.sqlite;

import dev.millrace.server.store.StoreException;
import dev.millrace.server.store.StoreException.Kind;
import dev.millrace.server.store.jdbc.Dialect;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** SQLite's ids and errors. Thread-safe. */
final class SqliteDialect implements Dialect {

  /** Extended codes have the plain one in their lowest byte. */
  private static final int PLAIN = 0xFF;

  private final String file;

  SqliteDialect(String file) {
    this.file = file;
  }

  static byte[] bytes(UUID id) {
    return ByteBuffer.allocate(16)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }

  @Override
  public Object id(UUID id) {
    return bytes(id);
  }

  @Override
  public @Nullable UUID id(ResultSet row, int column) throws SQLException {
    byte @Nullable [] bytes = row.getBytes(column);
    if (bytes == null) {
      return null;
    }
    var buffer = ByteBuffer.wrap(bytes);
    return new UUID(buffer.getLong(), buffer.getLong());
  }

  @Override
  public String text(String text) {
    return text;
  }

  /** A text's bytes are what the driver reads fastest: its own way is a buffer for each text. */
  @Override
  public @Nullable String text(ResultSet row, int column) throws SQLException {
    byte @Nullable [] bytes = row.getBytes(column);
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public String occursIn(String column) {
    return Occurrence.NAME + "(" + column + ", ?)";
  }

  @Override
  public StoreException fault(SQLException e) {
    return switch (code(e)) {
      case SQLITE_CONSTRAINT ->
          new StoreException(Kind.DUPLICATE, "An id or key is there already: " + e.getMessage(), e);
      case SQLITE_FULL ->
          new StoreException(Kind.UNAVAILABLE, "No room is left for " + file + ".", e);
      case SQLITE_BUSY, SQLITE_LOCKED ->
          new StoreException(
              Kind.UNAVAILABLE, "Another program keeps " + file + " locked; close it.", e);
      case SQLITE_NOTADB ->
          new StoreException(Kind.UNUSABLE, file + " is not a file of Millrace's.", e);
      case SQLITE_CORRUPT ->
          new StoreException(Kind.UNUSABLE, file + " is damaged; put a backup in its place.", e);
      case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_IOERR, SQLITE_NOMEM ->
          new StoreException(
              Kind.UNAVAILABLE, file + " cannot be read or written: " + e.getMessage(), e);
      default -> new StoreException(Kind.UNUSABLE, file + " cannot be used: " + e.getMessage(), e);
    };
  }

  /** A failure of the disk at that moment leaves open whether the commit is on it. */
  StoreException commitFault(SQLException e) {
    return code(e) == SQLiteErrorCode.SQLITE_IOERR
        ? new StoreException(
            Kind.UNKNOWN, "The disk failed while " + file + " was being written.", e)
        : fault(e);
  }

  private static SQLiteErrorCode code(SQLException e) {
    return e instanceof SQLiteException s
        ? SQLiteErrorCode.getErrorCode(s.getResultCode().code & PLAIN)
        : SQLiteErrorCode.UNKNOWN_ERROR;
  }
}
