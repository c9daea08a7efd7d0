package dev.millrace.plan.expr;

import org.jspecify.annotations.Nullable;

/** The way from the root of a tree to one of its parts; written out only for a fault. */
record TreePath(@Nullable TreePath parent, String field) {

  static final TreePath ROOT = new TreePath(null, "");

  TreePath to(String child) {
    return new TreePath(this, child);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (TreePath at = this; at.parent != null; at = at.parent) {
      text.insert(0, at.field).insert(0, '.');
    }
    return text.toString();
  }
}
