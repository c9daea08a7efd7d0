/**
 * How the server logs: everything goes through the JDK's logging, and comes out as one JSON object
 * a line.
 */
@CheckReturnValue
@NullMarked
package dev.millrace.server.logs;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
