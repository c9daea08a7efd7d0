package dev.millrace.server.store;

import java.util.List;

/** A part of what was found, and how much there is in all. */
public record Page<T>(long total, List<T> rows) {

  public Page {
    rows = List.copyOf(rows);
  }
}
