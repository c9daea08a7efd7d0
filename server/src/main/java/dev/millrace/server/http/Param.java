package dev.millrace.server.http;

import org.jspecify.annotations.Nullable;

/** A query parameter: how it is read, and how the interface description shows it. */
sealed interface Param {

  String name();

  static Text text(String name) {
    return new Text(name, false);
  }

  static Text needed(String name) {
    return new Text(name, true);
  }

  static Flag flag(String name, boolean otherwise) {
    return new Flag(name, otherwise);
  }

  /** At least 0. */
  static Whole number(String name, @Nullable Long otherwise, long most) {
    return new Whole(name, otherwise, 0, most);
  }

  record Text(String name, boolean required) implements Param {}

  record Flag(String name, boolean otherwise) implements Param {}

  /** A whole number from least to most. */
  record Whole(String name, @Nullable Long otherwise, long least, long most) implements Param {}
}
