/** The executor: signal words, summary tree and permits. */
@CheckReturnValue
@NullMarked
package dev.millrace.executor;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
