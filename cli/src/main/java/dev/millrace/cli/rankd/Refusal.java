package dev.millrace.cli.rankd;

import dev.millrace.plan.PlanFault;
import dev.millrace.plan.json.ErrorJson;
import dev.millrace.plan.json.JsonBuffer;
import java.util.List;

/** Ends the command before there is an answer: what is said, and how. */
final class Refusal extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final RankdExit exit;
  private final String json;

  private Refusal(RankdExit exit, String sentence, JsonBuffer json) {
    super(sentence, null, false, false);
    this.exit = exit;
    this.json = json.toString();
  }

  static Refusal usage(String detail) {
    JsonBuffer json = new JsonBuffer();
    ErrorJson.write("Wrong use", detail, "USAGE", null, json);
    return new Refusal(RankdExit.USAGE, detail, json);
  }

  /** A registry or an endpoint that cannot be used. */
  static Refusal registry(String detail) {
    JsonBuffer json = new JsonBuffer();
    ErrorJson.write("Invalid registry", detail, "BAD_REGISTRY", null, json);
    return new Refusal(RankdExit.USAGE, detail, json);
  }

  static Refusal request(String kind, String detail) {
    JsonBuffer json = new JsonBuffer();
    ErrorJson.write(kind, detail, "BAD_REQUEST", null, json);
    return new Refusal(RankdExit.BAD_REQUEST, kind + ": " + detail, json);
  }

  static Refusal plan(String plan, List<PlanFault> faults) {
    JsonBuffer json = new JsonBuffer();
    ErrorJson.write(plan, faults, json);
    StringBuilder sentence = new StringBuilder("plan ").append(plan).append(" is refused");
    faults.forEach(fault -> sentence.append("\n  ").append(fault));
    return new Refusal(RankdExit.BAD_PLAN, sentence.toString(), json);
  }

  RankdExit exit() {
    return exit;
  }

  /** The object for standard output. */
  String json() {
    return json;
  }

  /** The sentence for people. */
  String sentence() {
    return String.valueOf(getMessage());
  }
}
