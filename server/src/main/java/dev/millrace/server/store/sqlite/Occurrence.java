package dev.millrace.server.store.sqlite;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Locale;
import org.sqlite.Function;

/**
 * A function for SQL: whether a text occurs in a payload. SQLite's own ignore letter case in ASCII
 * only. Used by one connection.
 */
final class Occurrence extends Function {

  static final String NAME = "occurs";

  @Override
  protected void xFunc() throws SQLException {
    var payload = value_blob(0);
    boolean occurs =
        payload != null
            && lower(new String(payload, StandardCharsets.UTF_8)).contains(lower(value_text(1)));
    result(occurs ? 1 : 0);
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
