package dev.millrace.dsl;

import dev.millrace.dsl.runtime.PlanRuntime;
import dev.millrace.dsl.source.CompileLimits;
import dev.millrace.dsl.source.Diagnostic;
import dev.millrace.dsl.source.Place;
import dev.millrace.dsl.source.Refusal;
import dev.millrace.dsl.source.SourceFile;
import dev.millrace.dsl.syntax.Module;
import dev.millrace.dsl.syntax.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A plan's file and all that it imports, read but not run. Not thread-safe. */
final class Bundle {

  private final PlanSources sources;
  private final CompileLimits limits;
  private final Map<String, Module> modules = new TreeMap<>();

  /** Which file an import of a file means. */
  private final Map<Statement.Import, String> targets = new HashMap<>();

  private Bundle(PlanSources sources, CompileLimits limits) {
    this.sources = sources;
    this.limits = limits;
  }

  /** Reads a file and what it imports. */
  static Bundle read(PlanSources sources, String file, CompileLimits limits) {
    var bundle = new Bundle(sources, limits);
    switch (sources.find(file)) {
      case PlanSources.Lookup.Found found ->
          bundle.add(file, found.text(), new ArrayList<>(), null);
      case PlanSources.Lookup.Missing _ ->
          throw new Refusal(Diagnostic.ofFile(file, "there is no such file"));
      case PlanSources.Lookup.Refused refused ->
          throw new Refusal(Diagnostic.ofFile(file, refused.reason()));
    }
    return bundle;
  }

  /** All files, by name. */
  Map<String, Module> modules() {
    return Collections.unmodifiableMap(modules);
  }

  Module module(String name) {
    Module module = modules.get(name);
    if (module == null) {
      throw new IllegalStateException("not read: " + name);
    }
    return module;
  }

  /** The file that an import means; null if it means the runtime. */
  @Nullable String target(Statement.Import imported) {
    return targets.get(imported);
  }

  private void add(String name, String text, List<String> path, @Nullable Place importedAt) {
    var file = new SourceFile(name, text);
    if (text.length() > limits.sourceChars()) {
      throw file.at(0).refuse("a file has at most %d characters", limits.sourceChars());
    }
    if (modules.size() >= limits.files()) {
      throw (importedAt == null ? file.at(0) : importedAt)
          .refuse("a plan needs at most %d files", limits.files());
    }
    Module module = Module.parse(file, limits.nesting());
    modules.put(name, module);
    path.add(name);
    for (Statement.Import imported : module.imports()) {
      if (!PlanRuntime.MODULES.contains(imported.from())) {
        follow(name, imported, path);
      }
    }
    path.removeLast();
  }

  private void follow(String name, Statement.Import imported, List<String> path) {
    Place at = imported.at();
    List<String> candidates = ImportNames.candidates(name, imported.from(), at);
    for (String candidate : candidates) {
      switch (sources.find(candidate)) {
        case PlanSources.Lookup.Missing _ -> {}
        case PlanSources.Lookup.Refused refused ->
            throw at.refuse("'%s' cannot be imported: %s", imported.from(), refused.reason());
        case PlanSources.Lookup.Found found -> {
          if (path.contains(candidate)) {
            throw at.refuse(
                "these files import each other: %s → %s",
                String.join(" → ", path.subList(path.indexOf(candidate), path.size())), candidate);
          }
          targets.put(imported, candidate);
          if (!modules.containsKey(candidate)) {
            add(candidate, found.text(), path, at);
          }
          return;
        }
      }
    }
    throw at.refuse(
        "'%s' is not there; expected %s", imported.from(), String.join(" or ", candidates));
  }
}
