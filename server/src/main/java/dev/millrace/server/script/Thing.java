package dev.millrace.server.script;

import java.util.List;

/** An object of a script. There are no prototypes: built-in methods are found by what it is. */
abstract class Thing {

  /** The property or the built-in method; undefined if there is none. */
  abstract Object property(Machine machine, String name);

  abstract void put(Machine machine, String name, Object value);

  /** Whether it is a property of the object itself. */
  abstract boolean has(Machine machine, String name);

  abstract void remove(Machine machine, String name);

  /** The properties that loops see, in the order of JavaScript. */
  abstract List<String> names(Machine machine);

  /** What {@code instanceof} calls it. */
  abstract String kind();

  /** What it is as a string. */
  abstract String text(Machine machine);
}
