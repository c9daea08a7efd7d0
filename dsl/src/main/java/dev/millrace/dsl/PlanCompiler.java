package dev.millrace.dsl;

import static java.util.Objects.requireNonNull;

import dev.millrace.dsl.runtime.PlanDefinition;
import dev.millrace.dsl.runtime.PlanNames;
import dev.millrace.dsl.source.CompileLimits;
import dev.millrace.dsl.source.Diagnostic;
import dev.millrace.dsl.source.Refusal;
import dev.millrace.plan.PlanLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Makes plan JSON of plans in TypeScript. A plan's code sees the names it may use and nothing else:
 * no clock, no chance, no files, no Java. Immutable and thread-safe.
 *
 * <pre>{@code
 * switch (compiler.compileText("feed.plan.ts", text)) {
 *   case CompileResult.Compiled plan -> loader.load(plan.json());
 *   case CompileResult.Refused refused -> refused.diagnostics().forEach(d -> print(d.rendered()));
 *   case CompileResult.Unchanged _ -> {}
 * }
 * }</pre>
 */
public final class PlanCompiler {

  /** What the name of a plan's file ends with. */
  public static final String SUFFIX = ".plan.ts";

  private final PlanNames names;
  private final PlanCheck check;
  private final CompileLimits limits;
  private final LongSupplier nanoClock;
  private final String registryDigest;

  private PlanCompiler(
      PlanNames names, PlanCheck check, CompileLimits limits, LongSupplier nanoClock) {
    this.names = requireNonNull(names, "names is null");
    this.check = requireNonNull(check, "check is null");
    this.limits = requireNonNull(limits, "limits is null");
    this.nanoClock = requireNonNull(nanoClock, "nanoClock is null");
    this.registryDigest = BundleDigest.of(names);
  }

  /** A compiler for plans that may use these names; what it makes passes the check. */
  public static PlanCompiler of(PlanNames names, PlanCheck check) {
    return new PlanCompiler(names, check, CompileLimits.standard(), System::nanoTime);
  }

  /** A compiler for plans that this loader loads. */
  public static PlanCompiler of(PlanLoader loader) {
    return of(PlanNames.of(loader.registries(), loader.ops()), PlanCheck.of(loader));
  }

  public PlanCompiler withLimits(CompileLimits newLimits) {
    return new PlanCompiler(names, check, newLimits, nanoClock);
  }

  PlanCompiler withClock(LongSupplier newClock) {
    return new PlanCompiler(names, check, limits, newClock);
  }

  public PlanNames names() {
    return names;
  }

  public CompileLimits limits() {
    return limits;
  }

  /** Compiles a text that imports no other file. Its plan may have any name. */
  public CompileResult compileText(String fileName, String text) {
    return compile(PlanSources.of(Map.of(fileName, text)), fileName);
  }

  /** Compiles a file of some sources. Its plan may have any name. */
  public CompileResult compile(PlanSources sources, String file) {
    return RoomyThread.call(() -> compileHere(sources, file, NameRule.ANY, _ -> false));
  }

  /** What a plan's name has to do with its file's. */
  enum NameRule {
    ANY,
    /** Another name is told. */
    WARN,
    /** Another name is refused. */
    MATCH
  }

  /**
   * Compiles on this thread, whose stack must be roomy.
   *
   * @param isThere whether a plan with this digest need not be made again
   */
  CompileResult compileHere(
      PlanSources sources, String file, NameRule rule, Predicate<String> isThere) {
    try {
      var bundle = Bundle.read(sources, file, limits);
      String digest = BundleDigest.of(bundle, registryDigest, ToolVersion.CURRENT);
      List<String> files = List.copyOf(bundle.modules().keySet());
      if (rule == NameRule.MATCH && isThere.test(digest)) {
        return new CompileResult.Unchanged(file, planName(file), digest, files);
      }
      return compiled(bundle, file, rule, digest);
    } catch (Refusal refusal) {
      return new CompileResult.Refused(file, List.of(refusal.diagnostic()));
    }
  }

  private CompileResult compiled(Bundle bundle, String file, NameRule rule, String digest) {
    var compilation = new Compilation(bundle, names, limits, nanoClock);
    PlanDefinition definition = compilation.definition(file);
    var warnings = new ArrayList<Diagnostic>();
    checkName(definition, file, rule, warnings);
    String json = compilation.json(definition, ToolVersion.CURRENT, digest);
    var report = compilation.checked(json, definition, check);
    if (!report.faults().isEmpty()) {
      return new CompileResult.Refused(file, report.faults());
    }
    warnings.addAll(report.warnings());
    warnings.addAll(compilation.warnings());
    return new CompileResult.Compiled(
        file, definition.name(), json, digest, List.copyOf(bundle.modules().keySet()), warnings);
  }

  private static void checkName(
      PlanDefinition definition, String file, NameRule rule, List<Diagnostic> warnings) {
    String expected = planName(file);
    if (rule == NameRule.ANY || definition.name().equals(expected)) {
      return;
    }
    String message =
        "the plan is called '%s' and its file '%s'; call the file '%s' or the plan '%s'"
            .formatted(definition.name(), file, definition.name() + SUFFIX, expected);
    if (rule == NameRule.MATCH) {
      throw definition.nameAt().refuse("%s", message);
    }
    warnings.add(Diagnostic.at(definition.nameAt(), message));
  }

  /** The name that a plan in this file has: {@code feed} in {@code a/feed.plan.ts}. */
  static String planName(String file) {
    String name = file.substring(file.lastIndexOf('/') + 1);
    String suffix = name.endsWith(SUFFIX) ? SUFFIX : ".ts";
    return name.endsWith(suffix) ? name.substring(0, name.length() - suffix.length()) : name;
  }
}
