package dev.millrace.cli.rankd;

import picocli.CommandLine.Option;

/** What there is to print instead of running a request. Set by picocli. */
final class PrintFlags {

  @Option(
      names = "--print-registry",
      description = "Prints digests and sizes of the registries as one line of JSON.")
  boolean registry;

  @Option(names = "--print-task-manifest", description = "Prints all ops as TOML.")
  boolean taskManifest;

  @Option(names = "--list-plans", description = "Lists the plans of the plan folder.")
  boolean plans;

  @Option(names = "--print-plan-info", description = "Prints what a plan needs and writes as JSON.")
  boolean planInfo;

  @Option(names = "--print-plan-details", description = "The same with inputs, contracts and size.")
  boolean planDetails;

  boolean isAboutPlan() {
    return planInfo || planDetails;
  }
}
