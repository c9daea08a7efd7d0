/** {@code millrace serve} and {@code millrace dev}: the durable task server. */
@CheckReturnValue
@NullMarked
package dev.millrace.cli.server;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
