package dev.millrace.plan.io;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a key of the {@link InProcessStore} holds. Immutable, so that replies need no copy. */
sealed interface StoredValue {

  /** As the command TYPE names it. */
  String type();

  /** Redis has no empty ones: the key is gone then. */
  boolean isEmpty();

  record Plain(String value) implements StoredValue {
    @Override
    public String type() {
      return "string";
    }

    @Override
    public boolean isEmpty() {
      return false;
    }
  }

  record Hash(Map<String, String> fields) implements StoredValue {
    @Override
    public String type() {
      return "hash";
    }

    @Override
    public boolean isEmpty() {
      return fields.isEmpty();
    }
  }

  record Items(List<String> items) implements StoredValue {
    @Override
    public String type() {
      return "list";
    }

    @Override
    public boolean isEmpty() {
      return items.isEmpty();
    }
  }

  record Members(Set<String> members) implements StoredValue {
    @Override
    public String type() {
      return "set";
    }

    @Override
    public boolean isEmpty() {
      return members.isEmpty();
    }
  }
}
