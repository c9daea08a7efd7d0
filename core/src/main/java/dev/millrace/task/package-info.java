/** The one task model: steps that continue, yield, block or finish. */
@CheckReturnValue
@NullMarked
package dev.millrace.task;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
