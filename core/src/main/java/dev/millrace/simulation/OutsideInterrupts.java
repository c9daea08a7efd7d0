package dev.millrace.simulation;

import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.spi.AbstractInterruptibleChannel;

/**
 * Tells the interrupts that the driving thread gets from others from those that steps give
 * themselves on it: the former are meant for whoever waits, the latter are not. The thread's flag
 * does not say. But whoever interrupts another thread closes the channel that it is using, and a
 * thread that interrupts itself does not; so this is a channel, used for as long as the drive is
 * going on.
 *
 * <p>A step that uses another channel takes this one's place until the next turn: what comes from
 * outside during the rest of that step counts as its own.
 *
 * <p>Confined to the driving thread, except for being closed.
 */
final class OutsideInterrupts extends AbstractInterruptibleChannel {

  /** Written by those who interrupt, read by the driving thread. */
  private volatile boolean any;

  /** What came before the turn is from outside, because {@link #endTurn} leaves nothing. */
  void beginTurn() {
    begin();
  }

  /** Whether there was any. The thread is not interrupted afterwards. */
  boolean endTurn() {
    boolean came = any; // before the flag goes: one that comes in between is seen next time
    boolean _ = Thread.interrupted();
    return came;
  }

  /** Whether there was any at all. */
  boolean endDrive() {
    try {
      end(true);
      return any;
    } catch (AsynchronousCloseException e) {
      return true;
    }
  }

  @Override
  protected void implCloseChannel() {
    any = true;
  }
}
