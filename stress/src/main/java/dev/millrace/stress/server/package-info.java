/** Servers, databases and workers that are killed, stopped and restarted under load. */
@CheckReturnValue
@NullMarked
package dev.millrace.stress.server;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
