package dev.millrace.server.script;

/** Error objects: plain ones that know their name. */
final class Errors extends JsObject {

  private final String name;

  private Errors(String name) {
    this.name = name;
  }

  static Errors of(String name, String message) {
    var error = new Errors(name);
    error.own("name", name);
    error.own("message", message);
    return error;
  }

  private void own(String property, String value) {
    // Two cells that nobody has to count: each error costs a throw or a call.
    ownProperties().put(property, value);
  }

  @Override
  String kind() {
    return name;
  }

  @Override
  String text(Machine machine) {
    String shown = Conversions.text(machine, property(machine, "name"));
    String message = Conversions.text(machine, property(machine, "message"));
    return message.isEmpty() ? shown : shown + ": " + message;
  }
}
