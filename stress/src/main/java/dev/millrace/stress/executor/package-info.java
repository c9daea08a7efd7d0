/** A random mix on the real executor that knows exactly what is owed to it. */
@CheckReturnValue
@NullMarked
package dev.millrace.stress.executor;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
