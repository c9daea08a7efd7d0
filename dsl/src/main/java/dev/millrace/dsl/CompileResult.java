package dev.millrace.dsl;

import static java.util.Objects.requireNonNull;

import dev.millrace.dsl.source.Diagnostic;
import java.util.List;

/** What came of compiling a plan. */
public sealed interface CompileResult {

  /** The file it was about, relative to the source root. */
  String file();

  /**
   * A plan.
   *
   * @param json the plan JSON, always the same for the same sources and registries
   * @param digest what it was made of
   * @param sources all files it was made of, sorted
   */
  record Compiled(
      String file,
      String planName,
      String json,
      String digest,
      List<String> sources,
      List<Diagnostic> warnings)
      implements CompileResult {
    public Compiled {
      requireNonNull(file, "file is null");
      requireNonNull(planName, "planName is null");
      requireNonNull(json, "json is null");
      requireNonNull(digest, "digest is null");
      sources = List.copyOf(sources);
      warnings = List.copyOf(warnings);
    }
  }

  /** Nothing to do: what is there already was made of the same. */
  record Unchanged(String file, String planName, String digest, List<String> sources)
      implements CompileResult {
    public Unchanged {
      sources = List.copyOf(sources);
    }
  }

  /** No plan: what is wrong with it, at least one thing. */
  record Refused(String file, List<Diagnostic> diagnostics) implements CompileResult {
    public Refused {
      requireNonNull(file, "file is null");
      diagnostics = List.copyOf(diagnostics);
    }
  }
}
