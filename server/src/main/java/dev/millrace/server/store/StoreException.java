package dev.millrace.server.store;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A store cannot do its work. The transaction has not happened, unless {@link Kind#UNKNOWN}. */
public final class StoreException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  private final Kind kind;

  /** What to make of it. */
  public enum Kind {
    /** It cannot be reached or has no room; later it may work again. */
    UNAVAILABLE,
    /** The connection was lost while it committed: the transaction may have happened or not. */
    UNKNOWN,
    /** An id or an idempotency key is there already. */
    DUPLICATE,
    /** It is not what it should be: another program's file, a schema of the future. */
    UNUSABLE
  }

  public StoreException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
