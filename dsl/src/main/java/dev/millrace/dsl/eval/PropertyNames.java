package dev.millrace.dsl.eval;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.millrace.dsl.source.Place;

/** Names that mean something to prototypes, which do not exist here. */
final class PropertyNames {

  private PropertyNames() {}

  @CanIgnoreReturnValue
  static String checked(String name, Place at) {
    boolean magic = name.length() > 4 && name.startsWith("__") && name.endsWith("__");
    if (magic || name.equals("constructor") || name.equals("prototype")) {
      throw at.refuse(
          "'%s' cannot be a property: objects of the plan language have no prototypes", name);
    }
    return name;
  }
}
