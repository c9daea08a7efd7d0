package dev.millrace.executor;

/** A picture of an executor for people: who sleeps, where work is, who owns it. */
record Diagnostics(ExecutorCore core, ExecutorCounters counters) {

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    SummaryTree tree = core.tree();
    text.append(
        "executor %s (%s)%n  tasks: %d submitted, %d finished, %d failed, %d cancelled, %d live; %d rejected%n"
            .formatted(
                core.config().name(),
                core.life(),
                counters.submitted(),
                counters.finished(),
                counters.failed(),
                counters.cancelled(),
                counters.live(),
                counters.rejected()));
    text.append(
        "  permits: %d given, %d taken; sleepers: %d of %d, searching: %d%n"
            .formatted(
                counters.permits(),
                counters.workers().stream().mapToLong(WorkerCounters::permits).sum(),
                counters.sleeping(),
                core.config().workers(),
                counters.searching()));
    text.append(
        "  slots: %d, timers: %d; words with something signalled or owned: %d%n"
            .formatted(counters.slots(), counters.timers(), busyWords()));
    appendTree(text, tree);
    for (RunLane lane : core.lanes().all()) {
      if (lane.hasWork()) {
        text.append("  ").append(lane).append('\n');
      }
    }
    core.workers().forEach(worker -> text.append("  ").append(worker).append('\n'));
    return text.toString();
  }

  private int busyWords() {
    int busy = 0;
    for (int i = 0; i < core.arena().positions(); i++) {
      SlotWord word = core.arena().wordOrNull(i);
      busy += word == null || word.isQuiet() ? 0 : 1;
    }
    return busy;
  }

  private static void appendTree(StringBuilder text, SummaryTree tree) {
    BitTree active = tree.active();
    for (int root = 0; root < active.rootCount(); root++) {
      long leaves = active.root(root);
      if (leaves != 0 || root == 0) {
        text.append("  root %d: %64s%n".formatted(root, Long.toBinaryString(leaves)));
      }
      for (; leaves != 0; leaves &= leaves - 1) {
        int leaf = root * BitTree.FAN + Long.numberOfTrailingZeros(leaves);
        text.append(
            "    leaf %d (worker %d's): %64s%n"
                .formatted(
                    leaf, tree.partitionOwner(leaf), Long.toBinaryString(active.leaf(leaf))));
      }
    }
  }
}
