/** What all benchmarks print with. */
@CheckReturnValue
@NullMarked
package dev.millrace.bench.report;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
