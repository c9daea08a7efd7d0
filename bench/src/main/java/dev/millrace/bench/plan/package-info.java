/** The plan engine against hand-written code, bare Redis clients and other task libraries. */
@CheckReturnValue
@NullMarked
package dev.millrace.bench.plan;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
