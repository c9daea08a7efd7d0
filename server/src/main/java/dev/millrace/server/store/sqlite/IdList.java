package dev.millrace.server.store.sqlite;

import dev.millrace.server.store.TaskId;
import dev.millrace.server.store.jdbc.Rows;
import java.util.Collection;
import java.util.HexFormat;
import java.util.UUID;
import java.util.stream.Collectors;

/** Ids as one parameter: a JSON array of texts, 32 hexadecimal digits and a task's number. */
final class IdList {

  private static final HexFormat HEX = HexFormat.of();

  private IdList() {}

  static String workflows(Collection<UUID> ids) {
    return ids.stream().map(IdList::hex).collect(Collectors.joining("\",\"", "[\"", "\"]"));
  }

  static String tasks(Collection<TaskId> ids) {
    return ids.stream()
        .map(id -> hex(id.workflow()) + Rows.number(id.number()))
        .collect(Collectors.joining("\",\"", "[\"", "\"]"));
  }

  private static String hex(UUID id) {
    return HEX.toHexDigits(id.getMostSignificantBits())
        + HEX.toHexDigits(id.getLeastSignificantBits());
  }
}
