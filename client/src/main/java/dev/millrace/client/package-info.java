/**
 * What goes over the wire: the records of Conductor's REST API, with its field names and its
 * defaults (immutable; JSON through {@link dev.millrace.client.WireJson}), and the client that
 * sends them, {@link dev.millrace.client.MillraceClient}.
 */
@CheckReturnValue
@NullMarked
package dev.millrace.client;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
