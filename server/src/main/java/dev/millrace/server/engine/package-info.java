/**
 * The engine: collects requests into batches, lets the decider decide, writes and answers. {@code
 * SERVER.md} in the package above tells how.
 */
@CheckReturnValue
@NullMarked
package dev.millrace.server.engine;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
