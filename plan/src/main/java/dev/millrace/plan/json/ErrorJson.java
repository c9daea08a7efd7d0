package dev.millrace.plan.json;

import dev.millrace.plan.PlanAnswer;
import dev.millrace.plan.PlanError;
import dev.millrace.plan.PlanFault;
import dev.millrace.plan.PlanTrace;
import dev.millrace.plan.SourceSpan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Errors as JSON: {@code {"error":KIND,"detail":TEXT,"code":CODE,…}}. The first two are for people,
 * {@code code} is for programs and never changes its meaning. Pure.
 */
public final class ErrorJson {

  private ErrorJson() {}

  /**
   * An error of which only this is known.
   *
   * @param requestId the request it answers, if there is one
   */
  public static void write(
      String kind, String detail, String code, @Nullable String requestId, JsonBuffer json) {
    begin(kind, detail, code, json);
    optional("request_id", requestId, json);
    json.endObject();
  }

  /**
   * A plan that cannot be loaded.
   *
   * @param plan its name or its file
   * @param faults all that is wrong with it, at least one
   */
  public static void write(String plan, List<PlanFault> faults, JsonBuffer json) {
    PlanFault first = faults.getFirst();
    String more = faults.size() == 1 ? "" : " (and %d more)".formatted(faults.size() - 1);
    begin("Invalid plan", first + more, "BAD_PLAN", json);
    json.name("plan").string(plan);
    optional("node_id", first.node(), json);
    source(first.span(), json);
    json.name("faults").beginArray();
    for (PlanFault fault : faults) {
      json.beginObject().name("path").string(fault.path());
      optional("node_id", fault.node(), json);
      json.name("reason").string(fault.reason());
      source(fault.span(), json);
      json.endObject();
    }
    json.endArray().endObject();
  }

  /** A request that failed. */
  public static void write(PlanAnswer.Failed failed, JsonBuffer json) {
    PlanError error = failed.error();
    begin(kind(error.code()), error.message(), error.code().name(), json);
    json.name("plan").string(error.plan());
    optional("node_id", error.node(), json);
    optional("op", error.op(), json);
    json.name("request_id").string(error.requestId());
    source(error.span(), json);
    PlanTrace trace = failed.trace();
    if (trace != null) {
      json.name("trace");
      TraceJson.write(trace, json);
    }
    json.endObject();
  }

  private static String kind(PlanError.Code code) {
    return switch (code) {
      case NODE_FAILED, IO_FAILED, CONTRACT_VIOLATED -> "Execution failed";
      case DEADLINE_EXCEEDED -> "Deadline exceeded";
      case NODE_TIMEOUT -> "Node timeout";
      case CANCELLED -> "Cancelled";
      case OVERLOADED -> "Overloaded";
      case INTERNAL -> "Internal error";
    };
  }

  private static void begin(String kind, String detail, String code, JsonBuffer json) {
    json.beginObject().name("error").string(kind).name("detail").string(detail);
    json.name("code").string(code);
  }

  private static void optional(String name, @Nullable String value, JsonBuffer json) {
    if (value != null) {
      json.name(name).string(value);
    }
  }

  private static void source(@Nullable SourceSpan span, JsonBuffer json) {
    if (span != null) {
      json.name("source").beginObject().name("file").string(span.file());
      json.name("line").number(span.line()).name("column").number(span.column()).endObject();
    }
  }
}
