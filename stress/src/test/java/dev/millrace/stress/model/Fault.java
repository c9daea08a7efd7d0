package dev.millrace.stress.model;

/** What a protocol can get wrong. */
@SuppressWarnings("EnumOrdinal") // a state is bytes
enum Fault {
  /** Something is owed, and nobody is left who would do it. */
  LOST_WAKE_UP,
  /** A wake has returned, and no run after it has seen what the waker wrote before. */
  UNSEEN_DATA,
  /** A run does not see what the run before it wrote. */
  STALE_RUN,
  TWO_OWNERS,
  /** A worker was claimed that does not sleep. */
  PERMIT_FOR_AN_AWAKE_WORKER,
  /** A worker was claimed twice for one sleep, or a permit was never taken. */
  DOUBLE_PERMIT,
  /** A step ran before what it waits for was there. */
  EARLY_RUN,
  /** Everything is done, and still some bit is set or somebody counts as searching. */
  LEFT_OVERS;

  /** As byte 0 of a state. */
  byte code() {
    return (byte) (ordinal() + 1);
  }

  static Fault of(byte code) {
    return values()[code - 1];
  }
}
