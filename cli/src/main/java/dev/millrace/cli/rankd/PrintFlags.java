package dev.millrace.cli.rankd;

/** What there is to print instead of running a request. Set by the command line. */
final class PrintFlags {

  boolean registry;
  boolean taskManifest;
  boolean plans;
  boolean planDetails;
  private boolean planInfo;

  void declare(FlagTable table) {
    table.heading("Instead of a request");
    table.toggle(
        "--print-registry",
        "Prints digests and sizes of the registries as one line of JSON.",
        () -> registry = true);
    table.toggle("--print-task-manifest", "Prints all ops as TOML.", () -> taskManifest = true);
    table.toggle("--list-plans", "Lists the plans of the plan folder.", () -> plans = true);
    table.toggle(
        "--print-plan-info",
        "Prints what a plan requires and writes as JSON.",
        () -> planInfo = true);
    table.toggle(
        "--print-plan-details",
        "The same with inputs, contracts and size.",
        () -> planDetails = true);
  }

  boolean isAboutPlan() {
    return planInfo || planDetails;
  }
}
