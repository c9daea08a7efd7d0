/** Expressions and predicates of plans: their trees, types, interpreter and compiler. */
@CheckReturnValue
@NullMarked
package dev.millrace.plan.expr;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
