/** Soaks that count: no lost wake-up, no task run twice at once. */
@CheckReturnValue
@NullMarked
package dev.millrace.stress;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
