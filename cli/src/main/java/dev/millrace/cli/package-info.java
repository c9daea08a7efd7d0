/** The {@code millrace} command. */
@CheckReturnValue
@NullMarked
package dev.millrace.cli;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
