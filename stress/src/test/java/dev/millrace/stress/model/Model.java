package dev.millrace.stress.model;

import java.util.Optional;

/**
 * A concurrent program as a set of actors that take atomic steps on a state of bytes. Byte 0 is 0,
 * or says which {@link Fault} the last step has shown.
 */
interface Model {

  byte[] initial();

  /** Actors are numbered from 0; in a state, each has at most one step that it could take. */
  int actors();

  /**
   * Takes the next step of {@code actor}, changing {@code state}.
   *
   * @return its name, or empty if it has none now; then the state is unchanged
   */
  Optional<String> step(byte[] state, int actor);

  /** Whether the steps of an actor are such as may never come, e.g. a park that returns early. */
  boolean isOptional(int actor);

  /** What is wrong with a state in which no step is left but optional ones. */
  Optional<Fault> whenNothingIsLeft(byte[] state);
}
