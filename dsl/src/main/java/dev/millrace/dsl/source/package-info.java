/** Source text, places in it, and what is wrong there. */
@CheckReturnValue
@NullMarked
package dev.millrace.dsl.source;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
