/**
 * The durable server with real clients: rates, processor time, latencies, and that they stay flat.
 */
@CheckReturnValue
@NullMarked
package dev.millrace.bench.server;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
