/**
 * The services over HTTP: routes with the reference's shapes, limits, errors, metrics. Every
 * request passes the {@code Gate}; nothing here blocks an event loop.
 */
@CheckReturnValue
@NullMarked
package dev.millrace.server.http;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
