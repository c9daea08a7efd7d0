/**
 * What the durable task server does, apart from how it is reached: the services that the HTTP
 * routes call and that programs can call themselves. {@code SERVER.md} tells how the parts work
 * together.
 */
@CheckReturnValue
@NullMarked
package dev.millrace.server;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
