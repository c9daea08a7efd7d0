package dev.millrace.cli.plan;

import dev.millrace.dsl.CompileResult;
import dev.millrace.dsl.runtime.JsonWriter;
import dev.millrace.dsl.source.Diagnostic;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tells what came of a build: what is wrong on stderr, the sum on stdout; or JSON on stdout. */
record BuildReport(PrintWriter out, PrintWriter err, boolean json) {

  /** Whether all is right. */
  boolean print(List<CompileResult> results, String verb) {
    int done = 0;
    int unchanged = 0;
    int refused = 0;
    for (CompileResult result : results) {
      switch (result) {
        case CompileResult.Compiled compiled -> {
          done++;
          tell(result, "warning: ", compiled.warnings());
        }
        case CompileResult.Unchanged _ -> {
          unchanged++;
          tell(result, "", List.of());
        }
        case CompileResult.Refused problem -> {
          refused++;
          tell(result, "", problem.diagnostics());
        }
      }
    }
    if (!json) {
      String sum = "%d %s".formatted(done, verb);
      out.println(
          sum
              + (unchanged == 0 ? "" : ", %d unchanged".formatted(unchanged))
              + (refused == 0 ? "" : ", %d refused".formatted(refused)));
    }
    err.flush();
    out.flush();
    return refused == 0;
  }

  private void tell(CompileResult result, String prefix, List<Diagnostic> diagnostics) {
    if (json) {
      out.println(JsonWriter.compact(line(result, diagnostics)));
    } else {
      diagnostics.forEach(diagnostic -> err.println(prefix + diagnostic.rendered()));
    }
  }

  private static Map<String, Object> line(CompileResult result, List<Diagnostic> diagnostics) {
    var line = new LinkedHashMap<String, Object>();
    line.put("file", result.file());
    line.put(
        "outcome",
        switch (result) {
          case CompileResult.Compiled _ -> "compiled";
          case CompileResult.Unchanged _ -> "unchanged";
          case CompileResult.Refused _ -> "refused";
        });
    line.put("messages", diagnostics.stream().map(BuildReport::message).toList());
    return line;
  }

  private static Map<String, Object> message(Diagnostic diagnostic) {
    var message = new LinkedHashMap<String, Object>();
    message.put("file", diagnostic.span().file());
    message.put("line", diagnostic.span().line());
    message.put("column", diagnostic.span().column());
    message.put("message", diagnostic.message());
    message.put("source", diagnostic.sourceLine());
    return message;
  }
}
