/** The server's settings: what there is, where it comes from, what it means. */
@CheckReturnValue
@NullMarked
package dev.millrace.server.config;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
