package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Place;
import dev.millrace.dsl.source.Suggestion;
import java.util.Map;

/**
 * A fixed set of named values, such as {@code Math}. Immutable.
 *
 * @param refused what is said about names that JavaScript has and the plan language has not
 */
public record Namespace(String kind, Map<String, Value> members, Map<String, String> refused)
    implements Value.HostValue {

  public Namespace {
    members = Map.copyOf(members);
    refused = Map.copyOf(refused);
  }

  @Override
  public Value member(String name, Place at) {
    Value value = members.get(name);
    if (value != null) {
      return value;
    }
    String why = refused.get(name);
    if (why != null) {
      throw at.refuse("%s", why);
    }
    throw at.refuse("%s: unknown name '%s'%s", kind, name, Suggestion.of(name, members.keySet()));
  }
}
