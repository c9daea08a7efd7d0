/** What the engine says, as JSON and as text: answers, errors and traces. */
@CheckReturnValue
@NullMarked
package dev.millrace.plan.json;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
