package dev.millrace.cli.rankd;

import dev.millrace.plan.PlanError;

/** How {@code rankd} ends. Scripts rely on the numbers: they never change their meaning. */
enum RankdExit {
  OK(0, "answered"),
  BAD_PLAN(1, "the plan is refused"),
  USAGE(2, "wrong use: flags, registries, endpoints or installed ops"),
  BAD_REQUEST(3, "the request is refused"),
  RUN_FAILED(4, "the request failed"),
  TIMED_OUT(5, "the deadline passed, or a node took too long"),
  DEFECT(70, "a defect of rankd");

  private final int code;
  private final String meaning;

  RankdExit(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  int code() {
    return code;
  }

  String meaning() {
    return meaning;
  }

  static RankdExit of(PlanError.Code code) {
    return switch (code) {
      case NODE_FAILED, IO_FAILED, CONTRACT_VIOLATED, CANCELLED, OVERLOADED -> RUN_FAILED;
      case DEADLINE_EXCEEDED, NODE_TIMEOUT -> TIMED_OUT;
      case INTERNAL -> DEFECT;
    };
  }
}
