package dev.millrace.dsl.runtime;

import dev.millrace.dsl.eval.Arguments;
import dev.millrace.dsl.eval.ObjectValue;
import dev.millrace.dsl.eval.Value;
import dev.millrace.dsl.source.Place;
import dev.millrace.dsl.source.Suggestion;
import java.util.List;

/**
 * What {@code definePlan} answers and a plan file exports.
 *
 * @param nameAt where the name stands
 */
public record PlanDefinition(String name, Value build, Place at, Place nameAt)
    implements Value.HostValue {

  private static final List<String> OPTIONS = List.of("name", "build");

  @Override
  public String kind() {
    return "a plan definition";
  }

  @Override
  public Value member(String member, Place where) {
    throw where.refuse("a plan definition has no '%s'", member);
  }

  static PlanDefinition of(Arguments given) {
    ObjectValue options = given.object(0);
    for (String option : options.names()) {
      var slot = options.slot(option);
      if (slot != null && !OPTIONS.contains(option)) {
        throw slot.at()
            .refuse("definePlan: unknown option '%s'%s", option, Suggestion.of(option, OPTIONS));
      }
    }
    var name = options.slot("name");
    if (name == null || !(name.value() instanceof Value.Str text)) {
      throw (name == null ? given.at() : name.at())
          .refuse("definePlan: 'name' must be a string, not %s", options.value("name").shown());
    }
    if (!text.value().matches("[A-Za-z0-9_]{1,128}")) {
      throw name.at().refuse("definePlan: 'name' has 1 to 128 letters, digits and underscores");
    }
    var build = options.slot("build");
    if (build == null || !(build.value() instanceof Value.FunctionValue)) {
      throw (build == null ? given.at() : build.at())
          .refuse("definePlan: 'build' must be a function, not %s", options.value("build").shown());
    }
    return new PlanDefinition(text.value(), build.value(), given.at(), name.at());
  }
}
