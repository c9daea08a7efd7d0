/**
 * Workers: code that does tasks of a Millrace or Conductor server. Start at {@link
 * dev.millrace.worker.Workers}; how it works inside is told in {@code TaskRunner}.
 */
@CheckReturnValue
@NullMarked
package dev.millrace.worker;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
