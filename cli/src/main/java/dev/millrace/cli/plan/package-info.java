/** The command {@code millrace plan}: plans in TypeScript, from the command line. */
@CheckReturnValue
@NullMarked
package dev.millrace.cli.plan;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
