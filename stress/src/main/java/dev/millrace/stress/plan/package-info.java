/** Scenarios and soaks of the plan engine. */
@CheckReturnValue
@NullMarked
package dev.millrace.stress.plan;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
