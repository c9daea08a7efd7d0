/**
 * A scheduler for tests: one thread, a seed and a clock that only moves when told to. The same seed
 * and the same program give the same interleaving, as often as you like.
 */
@CheckReturnValue
@NullMarked
package dev.millrace.simulation;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
