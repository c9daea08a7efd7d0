package dev.millrace.server.script;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** {@code JSON}. */
final class JsonFunctions {

  private static final JsonMapper MAPPER = JsonMapper.shared();

  private JsonFunctions() {}

  static Frozen namespace() {
    return new Frozen(
        "JSON",
        new Methods("JSON")
            .add("parse", (machine, _, args) -> parse(machine, args.text(machine, 0)))
            .add("stringify", JsonFunctions::stringify)
            .table());
  }

  private static Object parse(Machine machine, String text) {
    machine.steps(text.length() / 4);
    // At worst, each second character is a value.
    machine.cells(text.length() / 8);
    try {
      return Crossing.inward(MAPPER.readValue(text, Object.class));
    } catch (JacksonException wrong) {
      throw Thrown.syntax("Invalid JSON: " + wrong.getOriginalMessage());
    }
  }

  private static Object stringify(Machine machine, Object self, Args args) {
    return new JsonText(machine, args).write(args.at(0));
  }
}
