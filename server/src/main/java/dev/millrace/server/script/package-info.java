/**
 * JavaScript and jq for the decider: pure, bounded, without a way to the host. Start reading at
 * {@link dev.millrace.server.script.JavaScript} and {@code Machine}.
 */
@CheckReturnValue
@NullMarked
package dev.millrace.server.script;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
