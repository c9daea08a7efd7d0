/** The store in a file: one process, one writer, every commit on disk. */
@CheckReturnValue
@NullMarked
package dev.millrace.server.store.sqlite;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
