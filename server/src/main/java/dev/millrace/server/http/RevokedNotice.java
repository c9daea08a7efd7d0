package dev.millrace.server.http;

import dev.millrace.server.Tasks;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells workers with an answer which of their tasks ended without them. Immutable. */
record RevokedNotice(Tasks tasks) {

  /** Whether there was something to tell. */
  boolean tell(Call call, @Nullable String worker) {
    List<String> revoked = worker == null ? List.of() : tasks.revoked(worker);
    if (!revoked.isEmpty()) {
      call.header("Millrace-Revoked", String.join(",", revoked));
    }
    return !revoked.isEmpty();
  }
}
