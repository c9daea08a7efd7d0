/** What a plan's nodes do: the interface for ops, and the built-in ones. */
@CheckReturnValue
@NullMarked
package dev.millrace.plan.op;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
