package dev.millrace.plan.io;

import java.util.List;

/** A command that only reads, e.g. {@code HGETALL user:7}. Equal ones in flight are sent once. */
public record RedisCommand(String name, List<String> arguments) {

  public RedisCommand {
    arguments = List.copyOf(arguments);
  }

  public static RedisCommand of(String name, String... arguments) {
    return new RedisCommand(name, List.of(arguments));
  }

  /** As a record's own, without an iterator: each command is looked up three times. */
  @Override
  public int hashCode() {
    int hash = name.hashCode();
    for (int i = 0; i < arguments.size(); i++) {
      hash = 31 * hash + arguments.get(i).hashCode();
    }
    return hash;
  }

  @Override
  public String toString() {
    return name + " " + String.join(" ", arguments);
  }
}
