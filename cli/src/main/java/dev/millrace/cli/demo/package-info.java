/** {@code millrace demo}: what the plan engine does, shown on example data. */
@CheckReturnValue
@NullMarked
package dev.millrace.cli.demo;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
