/** Plans for people to look at: in words, as a drawing, and what changed between two. */
@CheckReturnValue
@NullMarked
package dev.millrace.dsl.view;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
