package dev.millrace.server.http;

import dev.millrace.client.TaskUpdate;
import java.util.List;

/** One of many updates that came together, as far as it could be read. */
sealed interface UpdateItem {

  record Good(TaskUpdate update) implements UpdateItem {}

  /** Its own answer says what is wrong with it; the others go their way. */
  record Bad(RuntimeException fault) implements UpdateItem {}

  /** All that came together. */
  record Many(List<UpdateItem> items) {
    public Many {
      items = List.copyOf(items);
    }
  }
}
