package dev.millrace.stress.server;

import dev.millrace.client.ClientException;
import dev.millrace.client.MillraceClient;
import dev.millrace.client.SearchRequest;
import dev.millrace.client.Task;
import dev.millrace.client.Workflow;
import java.io.PrintWriter;
import java.util.TreeMap;

/** Holds the ledger against the store, once all is quiet. Not thread-safe. */
final class Audit {

  /** Faults that are printed; the rest is counted. */
  private static final int MOST_LINES = 20;

  private final MillraceClient client;
  private final Ledger ledger;
  private final Outages outages;
  private final PrintWriter log;
  private int lines;

  long lost;
  long unfinished;
  long wrongOutputs;
  long notOnce;
  long doubleStarts;

  /** Leases that ran out although nothing was away: the machine was too slow for them. */
  long slow;

  Audit(MillraceClient client, Ledger ledger, Outages outages, PrintWriter log) {
    this.client = client;
    this.ledger = ledger;
    this.outages = outages;
    this.log = log;
  }

  void run() throws InterruptedException {
    var started = ledger.started();
    for (var start : new TreeMap<>(started).entrySet()) {
      look(start.getKey(), start.getValue());
    }
    var query = new SearchRequest(0, 1, null, "*", "workflowType=" + SumFlow.NAME);
    long there = client.workflows().search(query).await().totalHits();
    if (there > started.size()) {
      doubleStarts = there - started.size();
      say("%d workflows are in the store and %d were started", there, started.size());
    }
  }

  private void look(long n, String id) throws InterruptedException {
    Workflow workflow;
    try {
      workflow = client.workflows().get(id).await();
    } catch (ClientException e) {
      if (e.status() != 404) {
        throw e;
      }
      lost++;
      say("%s was acknowledged and is not there", id);
      return;
    }
    if (workflow.status() != Workflow.Status.COMPLETED) {
      unfinished++;
      say("%s is %s: %s", id, workflow.status(), workflow.tasks());
      return;
    }
    long answer = SumFlow.number(workflow.output().get("n"));
    if (answer != SumFlow.expected(n)) {
      wrongOutputs++;
      say("%s answers %d for %d", id, answer, n);
    }
    workflow.tasks().stream()
        .filter(task -> task.status() == Task.Status.TIMED_OUT)
        .forEach(this::lookAtLostLease);
    for (var ref : SumFlow.REFS) {
      long completed =
          workflow.tasks().stream()
              .filter(task -> task.referenceTaskName().equals(ref))
              .filter(task -> task.status() == Task.Status.COMPLETED)
              .count();
      if (completed != 1) {
        notOnce++;
        say("%s of %s is completed %d times", ref, id, completed);
      }
    }
  }

  private void lookAtLostLease(Task task) {
    if (!outages.touch(task.startTime(), task.endTime())) {
      slow++;
      say(
          "the lease of %s ran out at %d after %d ms, and nothing was away; %s",
          task.taskId(),
          task.endTime(),
          task.endTime() - task.startTime(),
          ledger.wasBegun(task.taskId()) ? "it was begun" : "nobody began it");
    }
  }

  private void say(String text, Object... values) {
    if (++lines <= MOST_LINES) {
      log.printf(text + "%n", values);
      log.flush();
    }
  }
}
