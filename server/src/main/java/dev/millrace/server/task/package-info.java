/** Tasks that the server itself works on. They know nothing of queues: input in, report out. */
@CheckReturnValue
@NullMarked
package dev.millrace.server.task;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
