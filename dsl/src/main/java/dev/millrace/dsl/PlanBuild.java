package dev.millrace.dsl;

import static java.util.Objects.requireNonNull;

import dev.millrace.dsl.PlanCompiler.NameRule;
import dev.millrace.dsl.source.Diagnostic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds or checks files and folders of plans. In a folder, a plan is called as its file; plans are
 * made in parallel, and those whose sources, registries and compiler are the same as before are
 * left as they are. Thread-safe.
 */
public final class PlanBuild {

  private final PlanCompiler compiler;
  private final int parallelism;
  private final boolean force;

  private PlanBuild(PlanCompiler compiler, int parallelism, boolean force) {
    this.compiler = requireNonNull(compiler, "compiler is null");
    this.parallelism = parallelism;
    this.force = force;
  }

  /** With a thread for each processor. */
  public static PlanBuild of(PlanCompiler compiler) {
    return new PlanBuild(compiler, Runtime.getRuntime().availableProcessors(), false);
  }

  public PlanBuild withParallelism(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads is %d".formatted(threads));
    }
    return new PlanBuild(compiler, threads, force);
  }

  /** Makes all plans, also those that are there already. */
  public PlanBuild withForce() {
    return new PlanBuild(compiler, parallelism, true);
  }

  /**
   * Compiles one file and what it imports from its folder tree. Its plan may be called otherwise;
   * that is a warning.
   *
   * @param out where the plan goes; null: nowhere
   */
  public CompileResult file(Path file, @Nullable Path out) throws IOException {
    Path folder = requireNonNull(file.toAbsolutePath().getParent(), "file has no folder");
    var sources = PlanFolder.of(folder).sources(compiler.limits().sourceChars());
    String name = file.getFileName().toString();
    CompileResult result =
        RoomyThread.call(() -> compiler.compileHere(sources, name, NameRule.WARN, _ -> false));
    if (out != null && result instanceof CompileResult.Compiled plan) {
      new PlanOutput(out).write(plan.planName(), plan.json());
    }
    return result;
  }

  /**
   * Compiles all plans of a folder.
   *
   * @param out where the plans go; null: nowhere
   * @param progress is told of each plan when it is done, on any thread, one at a time
   * @return one result for each plan, sorted by file
   */
  public List<CompileResult> folder(
      PlanFolder folder, @Nullable Path out, Consumer<CompileResult> progress) throws IOException {
    PlanOutput output = out == null ? null : new PlanOutput(out);
    var run = new FolderRun(compiler, folder, output, force);
    List<CompileResult> results = parallel(run, folder.plansOrFail(), progress);
    if (output != null) {
      output.writeIndex(names(results));
    }
    return results;
  }

  private List<CompileResult> parallel(
      FolderRun run, List<String> files, Consumer<CompileResult> progress) {
    var lock = new Object();
    var threads = Math.min(parallelism, Math.max(1, files.size()));
    try (var pool = Executors.newFixedThreadPool(threads, code -> RoomyThread.unstarted(code))) {
      List<Future<CompileResult>> futures =
          files.stream()
              .map(file ->
                  pool.submit(() -> {
                    CompileResult result = run.one(file);
                    synchronized (lock) {
                      progress.accept(result);
                    }
                    return result;
                  }))
              .toList();
      return futures.stream().map(PlanBuild::join).toList();
    }
  }

  private static CompileResult join(Future<CompileResult> future) {
    try {
      return future.get();
    } catch (ExecutionException failure) {
      throw new IllegalStateException("the plan compiler failed", failure.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while plans were built", interrupted);
    }
  }

  /** The plans that are there now. */
  private static List<String> names(List<CompileResult> results) {
    var names = new ArrayList<String>();
    for (CompileResult result : results) {
      switch (result) {
        case CompileResult.Compiled plan -> names.add(plan.planName());
        case CompileResult.Unchanged plan -> names.add(plan.planName());
        case CompileResult.Refused _ -> {}
      }
    }
    return names;
  }

  /** One build of one folder. */
  private static final class FolderRun {
    private final PlanCompiler compiler;
    private final PlanSources sources;
    private final @Nullable PlanOutput output;
    private final boolean force;

    /** Which file is the first to have a plan's name. */
    private final Map<String, String> owners = new HashMap<>();

    FolderRun(
        PlanCompiler compiler, PlanFolder folder, @Nullable PlanOutput output, boolean force) {
      this.compiler = compiler;
      this.sources = folder.sources(compiler.limits().sourceChars());
      this.output = output;
      this.force = force;
      folder.plansOrFail().forEach(file -> owners.putIfAbsent(PlanCompiler.planName(file), file));
    }

    CompileResult one(String file) throws IOException {
      String name = PlanCompiler.planName(file);
      String owner = owners.getOrDefault(name, file);
      if (!owner.equals(file)) {
        String reason = "%s is called the same; plans have names of their own".formatted(owner);
        return new CompileResult.Refused(file, List.of(Diagnostic.ofFile(file, reason)));
      }
      var result =
          compiler.compileHere(sources, file, NameRule.MATCH, digest -> isThere(name, digest));
      if (output != null && result instanceof CompileResult.Compiled plan) {
        output.write(plan.planName(), plan.json());
      }
      return result;
    }

    private boolean isThere(String name, String digest) {
      return output != null && !force && output.digest(name).filter(digest::equals).isPresent();
    }
  }
}
