/** What a plan's code sees of the engine: keys, params, endpoints, expressions, row sets. */
@CheckReturnValue
@NullMarked
package dev.millrace.dsl.runtime;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
