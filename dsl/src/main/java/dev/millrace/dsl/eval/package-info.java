/** Runs a syntax tree: plain values, counted steps, and no way out. */
@CheckReturnValue
@NullMarked
package dev.millrace.dsl.eval;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
