/** TypeScript, as much of it as plans may use, as a syntax tree. */
@CheckReturnValue
@NullMarked
package dev.millrace.dsl.syntax;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
