package dev.millrace.client;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import org.jspecify.annotations.Nullable;

/**
 * One request.
 *
 * @param target path below the base path, and query, both encoded
 * @param body JSON unless {@code plainText}; null for none
 * @param timeoutMillis how long the answer may take, from when the call is made
 * @param poll whether it waits at the server, and so has a connection of its own kind
 */
record HttpCall(
    HttpMethod method,
    String target,
    @Nullable Buffer body,
    boolean plainText,
    long timeoutMillis,
    boolean poll) {}
