package dev.millrace.dsl.syntax;

import dev.millrace.dsl.source.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a value is bound to: a name, or the names in its parts. */
public sealed interface Pattern {

  Place at();

  record Named(Place at, String name) implements Pattern {}

  record OfObject(Place at, List<Part> parts, @Nullable Named rest) implements Pattern {}

  /** An element is null where one is left out. */
  record OfArray(Place at, List<@Nullable Binding> elements, @Nullable Pattern rest)
      implements Pattern {}

  /** One property of an object pattern. */
  record Part(String property, Binding binding) {}

  /** A pattern and what it gets when the value is undefined; or, as a parameter, all the rest. */
  record Binding(Pattern target, @Nullable Expression fallback, boolean rest) {}
}
