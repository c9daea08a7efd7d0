/**
 * Where workflows, tasks and definitions are kept: one seam, {@link
 * dev.millrace.server.store.Store}, and what rows look like on both sides of it. A store knows
 * columns, orders and locks; what is inside the bodies is the engine's business.
 */
@CheckReturnValue
@NullMarked
package dev.millrace.server.store;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
