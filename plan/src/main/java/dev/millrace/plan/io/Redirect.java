package dev.millrace.plan.io;

import dev.millrace.plan.registry.NodeAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a node of a cluster answers for a key that it does not have: {@code MOVED slot host:port},
 * or {@code ASK} if the key is just moving.
 */
record Redirect(boolean asking, int slot, NodeAddress node) {

  private static final Pattern FORM = Pattern.compile("(MOVED|ASK) (\\d{1,5}) (.*:\\d{1,5})");

  /** Null if {@code error} is something else. */
  static @Nullable Redirect parse(String error, @Nullable Link from) {
    Matcher matcher = FORM.matcher(error);
    if (!matcher.matches()) {
      return null;
    }
    int slot = Integer.parseInt(matcher.group(2));
    String where = matcher.group(3);
    if (where.startsWith(":") && from != null) {
      // No host means the one that answered.
      where = "[" + from.node.address.host() + "]" + where;
    }
    return slot < SlotTable.SLOTS
        ? new Redirect(matcher.group(1).equals("ASK"), slot, NodeAddress.parse(where, 0))
        : null;
  }
}
