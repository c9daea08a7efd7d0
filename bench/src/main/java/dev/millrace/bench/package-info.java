/** Benchmarks: Millrace and its rivals in the same run. */
@CheckReturnValue
@NullMarked
package dev.millrace.bench;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
