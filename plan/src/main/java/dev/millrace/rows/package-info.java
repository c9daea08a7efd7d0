/** Rows in columns: primitive arrays, shared and never changed once published. */
@CheckReturnValue
@NullMarked
package dev.millrace.rows;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
