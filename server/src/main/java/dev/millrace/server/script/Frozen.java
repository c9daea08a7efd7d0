package dev.millrace.server.script;

import java.util.List;
import java.util.Map;

/** Something built in, such as {@code Math}: a fixed set of members. Immutable, shared by all. */
class Frozen extends Thing {

  private final String name;
  private final Map<String, Object> members;

  Frozen(String name, Map<String, Object> members) {
    this.name = name;
    this.members = Map.copyOf(members);
  }

  String name() {
    return name;
  }

  @Override
  Object property(Machine machine, String property) {
    Object member = members.get(property);
    return member == null ? Nothing.UNDEFINED : member;
  }

  @Override
  void put(Machine machine, String property, Object value) {
    throw Thrown.type("Cannot set property '" + property + "' of " + name);
  }

  @Override
  boolean has(Machine machine, String property) {
    return members.containsKey(property);
  }

  @Override
  void remove(Machine machine, String property) {
    throw Thrown.type("Cannot delete property '" + property + "' of " + name);
  }

  @Override
  List<String> names(Machine machine) {
    return List.of();
  }

  @Override
  String kind() {
    return "Object";
  }

  @Override
  String text(Machine machine) {
    return "[object " + name + "]";
  }
}
