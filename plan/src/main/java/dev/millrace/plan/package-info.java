/** Plans: loading and checking them, and running requests on them. */
@CheckReturnValue
@NullMarked
package dev.millrace.plan;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
