package dev.millrace.plan.io;

import org.jspecify.annotations.Nullable;

/**
 * One command on its way to the server and back, for all sends that ask the same meanwhile. Guarded
 * by its client's lock.
 */
final class Flight {

  final RedisCommand command;

  /** The send that brought it, and has a permit for it. */
  final Send owner;

  /** Not less than the bytes of it on the wire. */
  final long mostBytes;

  /** The connection that it waits for or is on; none before it has a route. */
  @Nullable Link link;

  /** How often it was put on a wire that broke. */
  int losses;

  /** How often a node of a cluster sent it to another. */
  int redirects;

  /** The node does not have the key yet, and answers only who says ASKING first. */
  boolean asking;

  /** It is the last one of those that were written together. */
  boolean endsWrite;

  private @Nullable Seat seats;

  Flight(RedisCommand command, Send owner) {
    this.command = command;
    this.owner = owner;
    this.mostBytes = CommandEncoder.mostBytes(command);
  }

  /** The reply is also the one to the command at {@code index} of {@code send}. */
  void join(Send send, int index) {
    seats = new Seat(send, index, seats);
    send.flights[index] = this;
  }

  @Nullable Seat seats() {
    return seats;
  }

  /** Whether anybody still waits for the reply. */
  boolean wanted() {
    for (Seat seat = seats; seat != null; seat = seat.next) {
      if (!seat.send.over()) {
        return true;
      }
    }
    return false;
  }

  record Seat(Send send, int index, @Nullable Seat next) {}
}
