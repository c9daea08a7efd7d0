/**
 * What the schedulers share: how a step's answer becomes the next thing to do, how groups end, how
 * resumers release awaiters. A scheduler brings a place for its instances ({@link
 * dev.millrace.task.engine.Home}), time ({@link dev.millrace.task.engine.Host}) and threads.
 *
 * <p>Not exported from the module.
 */
@CheckReturnValue
@NullMarked
package dev.millrace.task.engine;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
