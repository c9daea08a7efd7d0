/** Measures plans in TypeScript: how long it takes to compile one, and a folder of them. */
@CheckReturnValue
@NullMarked
package dev.millrace.bench.dsl;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
