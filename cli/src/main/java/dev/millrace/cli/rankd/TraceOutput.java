package dev.millrace.cli.rankd;

import dev.millrace.plan.PlanAnswer;
import dev.millrace.plan.PlanTrace;
import dev.millrace.plan.json.ChromeTrace;
import dev.millrace.plan.json.JsonBuffer;
import dev.millrace.plan.json.TraceJson;
import dev.millrace.plan.json.TraceText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Puts traces where the flags say: never on standard output, which has the answer alone. */
final class TraceOutput {

  static final String STANDARD_ERROR = "-";

  private final RunFlags flags;
  private final Streams streams;

  TraceOutput(RunFlags flags, Streams streams) {
    this.flags = flags;
    this.streams = streams;
  }

  void write(PlanAnswer answer) {
    PlanTrace trace = answer.trace();
    if (trace == null) {
      return;
    }
    if (flags.trace) {
      streams.err().print(TraceText.of(answer));
    }
    if (flags.traceJson != null) {
      JsonBuffer json = new JsonBuffer();
      TraceJson.write(trace, json);
      write(json, flags.traceJson);
    }
    if (flags.traceChrome != null) {
      JsonBuffer json = new JsonBuffer();
      ChromeTrace.write(trace, json);
      write(json, flags.traceChrome);
    }
  }

  /** The answer is out already: a file that cannot be written is only complained about. */
  private void write(JsonBuffer json, Path file) {
    json.newLine();
    if (file.toString().equals(STANDARD_ERROR)) {
      streams.err().print(json);
      return;
    }
    try (OutputStream out = Files.newOutputStream(file)) {
      json.writeTo(out);
    } catch (IOException e) {
      streams.err().println("Error: cannot write the trace to %s: %s".formatted(file, e));
    }
  }
}
