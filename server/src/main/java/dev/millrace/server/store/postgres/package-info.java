/** The store that servers share. */
@CheckReturnValue
@NullMarked
package dev.millrace.server.store.postgres;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
