/**
 * What happens next in a workflow: pure functions from state, event and time to state and
 * decisions. No IO, no clock, no threads. {@code FLOW.md} says how.
 */
@CheckReturnValue
@NullMarked
package dev.millrace.server.flow;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
