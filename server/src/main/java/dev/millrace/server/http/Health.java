package dev.millrace.server.http;

import java.util.List;

/** How the parts behind the routes are. Thread-safe; must not block. */
@FunctionalInterface
public interface Health {

  /**
   * One part of the server.
   *
   * @param detail a few words for people
   */
  record Component(String name, boolean healthy, String detail) {}

  List<Component> components();
}
