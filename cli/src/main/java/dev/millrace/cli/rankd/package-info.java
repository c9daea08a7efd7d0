/** The {@code rankd} command: one request, one answer; and what there is to know about plans. */
@CheckReturnValue
@NullMarked
package dev.millrace.cli.rankd;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
