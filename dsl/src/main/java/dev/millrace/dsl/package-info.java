/** Plans in TypeScript: the compiler, its limits and what it answers. */
@CheckReturnValue
@NullMarked
package dev.millrace.dsl;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
