package dev.millrace.dsl.eval;

import java.util.ArrayList;
import java.util.List;

/** An array. Not thread-safe; the cells it grows by are counted by who lets it grow. */
public final class ListValue implements Value {

  private final List<Value> items;

  public ListValue(List<Value> items) {
    this.items = new ArrayList<>(items);
  }

  public List<Value> items() {
    return items;
  }
}
