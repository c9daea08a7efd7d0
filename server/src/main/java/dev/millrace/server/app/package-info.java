/** The whole server: store, engine and HTTP put together, started, drained and closed. */
@CheckReturnValue
@NullMarked
package dev.millrace.server.app;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
