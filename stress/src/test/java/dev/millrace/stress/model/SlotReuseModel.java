package dev.millrace.stress.model;

import java.util.Optional;

/**
 * A slot whose first occupant ends and leaves it to another while somebody still holds a handle to
 * the first. Task A finishes in its first run. Task B first waits for a resumer, and then finishes.
 * Two workers that never sleep, since this is not about sleep; memory without buffers.
 */
@SuppressWarnings("EnumOrdinal") // a state is bytes
final class SlotReuseModel implements Model {

  private enum At {
    // threads from outside
    TAKE_FREE_SLOT("SlotStash.take"),
    OCCUPY("SlotWord.occupy"),
    RESUME("OneShotResumer.resume"),
    LOOK_WHETHER_GONE("TaskInstance.wake looks whether it has left"),
    SIGNAL("SignalWord.signal"),
    DONE("done"),
    // workers
    TAKE("SignalWord.takeSome"),
    LOOK_AT_OCCUPANT("SlotRunner.runSlot"),
    SUSPEND("OneShotResumer.suspend"),
    ASK_AWAITER("TaskInstance.run asks the awaiter"),
    RUN_ON("the step that has waited"),
    RELEASE("SignalWord.release"),
    VACATE("TaskInstance.leave, SlotWord.occupy, nobody"),
    RETIRE("SignalWord.retire"),
    GIVE_BACK("SlotArena.giveBack");

    final String text;

    At(String text) {
      this.text = text;
    }
  }

  private static final At[] PLACES = At.values();

  // Actors.
  private static final int SUBMITTER = 0; // of B
  private static final int HOLDER = 1; // of a handle to A, which it raises
  private static final int RESUMING = 2; // what B waits for
  private static final int FIRST_WORKER = 3;
  private static final int ACTORS = 5;

  private static final byte A = 1;
  private static final byte B = 2;

  // Shared memory.
  private static final int SIGNALLED = 1;
  private static final int OWNED = 2;
  private static final int OCCUPANT = 3;
  private static final int FREE = 4;
  private static final int RESUMER = 5;
  private static final int B_HANGS = 6;
  private static final int B_DONE = 7;
  private static final int HELD = 8; // known to the model only
  private static final int PC = 9;

  private static final byte LISTENED = 1;
  private static final byte RESUMED = 2;

  private final Mutant mutant;

  SlotReuseModel(Mutant mutant) {
    this.mutant = mutant;
  }

  @Override
  public byte[] initial() {
    byte[] s = new byte[PC + ACTORS];
    s[OCCUPANT] = A;
    s[SIGNALLED] = 1;
    go(s, SUBMITTER, At.TAKE_FREE_SLOT);
    go(s, HOLDER, At.LOOK_WHETHER_GONE);
    go(s, RESUMING, At.RESUME);
    go(s, FIRST_WORKER, At.TAKE);
    go(s, FIRST_WORKER + 1, At.TAKE);
    return s;
  }

  @Override
  public int actors() {
    return ACTORS;
  }

  @Override
  public boolean isOptional(int actor) {
    return false;
  }

  @Override
  public Optional<String> step(byte[] s, int actor) {
    At at = PLACES[s[PC + actor]];
    boolean moved = actor < FIRST_WORKER ? moveOutside(s, actor, at) : moveWorker(s, actor, at);
    return moved ? Optional.of("actor " + actor + ": " + at.text) : Optional.empty();
  }

  @Override
  public Optional<Fault> whenNothingIsLeft(byte[] s) {
    if (s[B_DONE] == 0) {
      return Optional.of(Fault.LOST_WAKE_UP);
    }
    boolean clean = s[SIGNALLED] == 0 && s[OWNED] == 0 && s[FREE] == 1;
    return clean ? Optional.empty() : Optional.of(Fault.LEFT_OVERS);
  }

  private boolean moveOutside(byte[] s, int actor, At at) {
    switch (at) {
      case TAKE_FREE_SLOT -> {
        if (s[FREE] == 0) {
          return false;
        }
        s[FREE] = 0;
        go(s, actor, At.OCCUPY);
      }
      case OCCUPY -> {
        s[OCCUPANT] = B;
        go(s, actor, At.SIGNAL);
      }
      case RESUME -> {
        boolean listened = s[RESUMER] == LISTENED;
        s[RESUMER] = RESUMED;
        go(s, actor, listened ? At.LOOK_WHETHER_GONE : At.DONE);
      }
      case LOOK_WHETHER_GONE -> {
        byte meant = actor == HOLDER ? A : B;
        go(s, actor, s[OCCUPANT] == meant || wakesBlindly() ? At.SIGNAL : At.DONE);
      }
      case SIGNAL -> {
        s[SIGNALLED] = 1;
        go(s, actor, At.DONE);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean moveWorker(byte[] s, int actor, At at) {
    switch (at) {
      case TAKE -> {
        if (s[SIGNALLED] == 0 || s[OWNED] == 1) {
          return false;
        }
        s[0] = s[HELD] == 1 ? Fault.TWO_OWNERS.code() : 0;
        s[SIGNALLED] = 0;
        s[OWNED] = 1;
        s[HELD] = 1;
        go(s, actor, At.LOOK_AT_OCCUPANT);
      }
      case LOOK_AT_OCCUPANT -> {
        At hanging = runsBlindly() ? At.RUN_ON : At.ASK_AWAITER;
        At next = s[B_HANGS] == 1 ? hanging : At.SUSPEND;
        go(s, actor, s[OCCUPANT] == A ? At.VACATE : s[OCCUPANT] == B ? next : At.RELEASE);
      }
      case SUSPEND -> {
        boolean ready = s[RESUMER] == RESUMED;
        s[RESUMER] = ready ? RESUMED : LISTENED;
        s[B_HANGS] = 1;
        go(s, actor, ready ? At.RUN_ON : At.RELEASE);
      }
      case ASK_AWAITER -> go(s, actor, s[RESUMER] == RESUMED ? At.RUN_ON : At.RELEASE);
      case RUN_ON -> {
        s[0] = s[RESUMER] == RESUMED ? 0 : Fault.EARLY_RUN.code();
        s[B_DONE] = 1;
        go(s, actor, At.VACATE);
      }
      case RELEASE -> letGo(s, actor, false);
      case VACATE -> {
        s[OCCUPANT] = 0;
        go(s, actor, At.RETIRE);
      }
      case RETIRE -> letGo(s, actor, true);
      case GIVE_BACK -> {
        s[FREE] = 1;
        go(s, actor, At.TAKE);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private static void letGo(byte[] s, int actor, boolean forEver) {
    s[OWNED] = 0;
    s[HELD] = 0;
    s[SIGNALLED] = forEver ? 0 : s[SIGNALLED];
    go(s, actor, forEver ? At.GIVE_BACK : At.TAKE);
  }

  private boolean wakesBlindly() {
    return mutant == Mutant.NO_LOOK_WHETHER_GONE || mutant == Mutant.NO_GENERATION;
  }

  private boolean runsBlindly() {
    return mutant == Mutant.NO_AWAITER_CHECK || mutant == Mutant.NO_GENERATION;
  }

  private static void go(byte[] s, int actor, At at) {
    s[PC + actor] = (byte) at.ordinal();
  }
}
