/** The executor against other pools: the same work, the same number of threads, the same run. */
@CheckReturnValue
@NullMarked
package dev.millrace.bench.executor;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
