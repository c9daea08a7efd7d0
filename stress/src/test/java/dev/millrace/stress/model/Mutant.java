package dev.millrace.stress.model;

/** The protocol, and ways to get it wrong. */
enum Mutant {
  /** As it should be. */
  NONE,
  /** Clearing a leaf bit is not followed by a second look at the signal word. */
  NO_SECOND_LOOK_AT_WORD,
  /** Clearing a root bit is not followed by a second look at the leaf. */
  NO_SECOND_LOOK_AT_LEAF,
  /** Sleep, step 5 is left out. */
  NO_SECOND_LOOK_AT_ROOTS,
  /** Sleep, step 4 may become visible only after the look of step 5. */
  SLEEP_WITHOUT_FENCE,
  /** Post, step 5 looks for sleepers before steps 2 to 4. */
  SLEEPERS_LOOKED_AT_FIRST,
  /** Post, step 2 only looks if the bit is set already. */
  SIGNAL_BY_LOOKING,
  /** The same for the wake of a task that a step has kept. */
  CLAIM_BY_LOOKING,
  /** Letting go of a task does not look whether it was woken meanwhile. */
  RELEASE_IGNORES_NOTED,
  /** The same when the turn is passed on to another task of the word. */
  PASS_IGNORES_NOTED,
  /** Letting go is a plain write: the next owner may not see what this one wrote. */
  RELEASE_WITHOUT_FENCE,
  /** A claim leaves the sleeper's bit set. */
  SLEEPER_BIT_STAYS,
  /** A claim does not count its worker as searching. */
  CLAIMED_NOT_COUNTED,
  /** A claimed worker is not unparked. */
  NO_UNPARK,
  /** The last to search does not look for more when it leaves with work. */
  NO_HAND_OVER,
  /** A worker looks whether others could help only after it ran what it took. */
  SHARE_AFTER_RUN,
  /** A worker that leaves work to others does not look whether any of them is awake. */
  LEAVES_WHILE_ALL_SLEEP,
  /** Clearing the bit of a lane is not followed by a second look at the lane. */
  NO_SECOND_LOOK_AT_LANE,
  /** A worker runs the last one of a lane, for however long, and leaves its bit set. */
  LANE_STAYS_MARKED,
  /** A submitter looks at the bit of a lane before it is given its place. */
  MARK_LOOKED_AT_FIRST,
  /** A worker looks at the bit of its own lane before what it has put there can be seen. */
  NO_FENCE_AT_OWN_LANE,
  /** The watcher revokes a row or a pair and looks at once what its worker has begun. */
  NO_HANDSHAKE,
  /** A worker looks whether its row or pair was revoked before it says what it begins. */
  ROW_LOOKED_AT_FIRST,
  /** A worker whose row is being revoked does not wait for what the watcher decides. */
  REVOKED_IS_LOST,
  /** A worker does not wake the one of its pair that was taken away while it was being woken. */
  LOST_IS_NOT_WOKEN,
  /** A wake of the one that rests does not look whether that one was taken away before. */
  WAKE_WITHOUT_LOOK,
  /** A watcher that has seen all asleep gives up the watch and does not look again. */
  WATCH_GIVEN_UP_BLINDLY,
  /** A watcher that gets up leaves the watch to nobody. */
  WATCH_NOT_HANDED_ON,
  /** Who appoints a watcher does not look whether that one has got up meanwhile. */
  APPOINTED_BLINDLY,
  /** A worker that keeps a task does not see to it that somebody watches. */
  NO_ENSURE_WATCHED,
  /** A task that is kept already is not kept again when it is woken again. */
  NOT_KEPT_AGAIN,
  /** A worker runs what it has kept as if nobody else could have it. */
  KEPT_IS_NOT_CLAIMED,
  /** A wake does not look whether the task it means has left its slot. */
  NO_LOOK_WHETHER_GONE,
  /** A woken task does not look whether what it waits for is there. */
  NO_AWAITER_CHECK,
  /** Neither. */
  NO_GENERATION
}
