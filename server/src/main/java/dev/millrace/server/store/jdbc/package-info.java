/** What the stores in SQL have in common: statements, rows, everything that only reads. */
@CheckReturnValue
@NullMarked
package dev.millrace.server.store.jdbc;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
