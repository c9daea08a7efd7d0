package dev.millrace.server.engine;

import dev.millrace.server.ServiceException;
import dev.millrace.server.flow.Event;
import dev.millrace.server.flow.Reply;
import dev.millrace.server.flow.TaskState;
import dev.millrace.server.flow.TaskStatus;
import dev.millrace.server.store.Store;
import dev.millrace.server.store.TaskId;
import dev.millrace.server.store.Timer;
import dev.millrace.server.store.WriteTransaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to do a list of commands in a transaction, and their answers. The steps are those of
 * {@code SERVER.md}. Confined to one hand; if it fails, it leaves no trace but reserved tickets.
 */
final class Round {

  /** How many of those who wait for a queue a batch looks at. */
  private static final int TICKETS = 256;

  private final Mill.Desk desk;
  private final Batch batch;
  private final HandOut handOut;

  /** To be run once all is committed, and not before: these by anybody, the others by the mill. */
  private final List<Runnable> answers = new ArrayList<>();

  private final List<Runnable> settlements = new ArrayList<>();

  private final Map<String, List<Demand>> demands = new LinkedHashMap<>();
  private final Map<Ticket, Demand> byTicket = new HashMap<>();
  private final Map<Command.Act, Reply> replies = new LinkedHashMap<>();
  private final Map<Command.Act, List<Claimed>> followers = new HashMap<>();
  private final Set<String> looks = new LinkedHashSet<>();
  private boolean lookEverywhere;

  /** Queues in which this found nothing for somebody who waits. */
  private final Set<String> waited = new LinkedHashSet<>();

  Round(Mill.Desk desk, WriteTransaction tx, LongSupplier clock) {
    this.desk = desk;
    this.batch = new Batch(desk.parts(), tx, clock);
    this.handOut = new HandOut(batch);
  }

  void run(List<Command> commands, boolean timers) {
    desk.parts().definer.begin(batch.tx);
    var due = timers ? due() : List.<Timer>of();
    open(commands, due);
    commands.forEach(this::take);
    // After what has come: a worker's word is not too late because it had to wait for this batch.
    due.forEach(this::ring);
    batch.decide();
    replies.forEach(this::follow);
    serve();
    chain();
    desk.pollers().flush(batch.tx, batch.now());
    batch.save();
  }

  /** Everything that is known to be needed is read together. */
  private void open(List<Command> commands, List<Timer> due) {
    var ids = new LinkedHashSet<UUID>();
    due.forEach(timer -> ids.add(timer.workflow()));
    for (var command : commands) {
      if (command instanceof Command.Act act) {
        ids.add(act.workflow());
      }
    }
    batch.open(ids);
  }

  // Step 1: what is due

  private List<Timer> due() {
    for (var queue : batch.tx.promote(batch.now(), Mill.TIMERS)) {
      desk.parts().dry.remove(queue);
      looks.add(queue);
      batch.stir(queue);
    }
    return batch.tx.due(batch.now(), Mill.TIMERS).stream()
        .filter(timer -> !desk.isBad(timer))
        .toList();
  }

  private void ring(Timer timer) {
    var task = timer.number() == 0 ? null : new TaskId(timer.workflow(), timer.number()).toString();
    batch.send(timer.workflow(), new Event.TimerDue(task), _ -> {});
    batch.effects().afterCommit(desk.parts().metrics.timersDue::increment);
  }

  // Steps 2 and 3: what was asked for

  private void take(Command command) {
    switch (command) {
      case Command.Start start -> start(start);
      case Command.Act act -> act(act);
      case Command.Restart restart -> restart(restart);
      case Command.Remove remove -> remove(remove);
      case Command.Poll(var ticket) -> poll(ticket);
      case Command.Look(var queue) -> look(queue);
      case Command.Nudge _ -> {} // its batch is all there is to it
      case Command.Ring(var timer) -> ring(timer);
      case Command.Write<?> write -> write(write);
    }
  }

  private void start(Command.Start start) {
    try {
      var origin = Effects.Origin.outside(start.createdBy());
      var id = batch.effects().start(start.id(), start.what(), origin, start.watched());
      answers.add(() -> start.done().complete(id));
    } catch (ServiceException e) {
      answers.add(() -> start.fail(e));
    }
  }

  private void act(Command.Act act) {
    batch.send(
        act.workflow(),
        act.event(),
        reply -> {
          replies.put(act, reply);
          if (reply instanceof Reply.Ignored(var why)) {
            batch.effects().afterCommit(() -> ignored(why));
          }
        });
    if (act.watched()) {
      var known = batch.find(act.workflow());
      if (known != null) {
        known.watch();
      }
    }
    answers.add(() ->
        act.done()
            .complete(
                new Command.Acted(
                    Objects.requireNonNull(replies.get(act)),
                    followers.getOrDefault(act, List.of()))));
  }

  private void ignored(Reply.Why why) {
    desk.parts().metrics.updatesIgnored.increment();
    if (why == Reply.Why.STALE_LEASE) {
      desk.parts().metrics.staleLeases.increment();
    }
  }

  private void restart(Command.Restart restart) {
    var known = batch.find(restart.workflow());
    if (known != null && restart.latest() && known.state().status().isTerminal()) {
      try {
        var name = known.state().key().name();
        var latest = batch.definition(name, null, null);
        known.redefine(latest.frozen().flow(), latest.number());
      } catch (ServiceException e) {
        answers.add(() -> restart.fail(e));
        return;
      }
    }
    batch.send(
        restart.workflow(),
        new Event.Restart(null, null),
        reply -> answers.add(() -> restart.done().complete(new Command.Acted(reply, List.of()))));
  }

  private void remove(Command.Remove remove) {
    if (batch.find(remove.workflow()) == null) {
      answers.add(() -> remove.done().complete(false));
      return;
    }
    // Its parent and its workers hear of it.
    batch.send(
        remove.workflow(),
        new Event.Terminate("The workflow was removed"),
        _ -> batch.delete(remove.workflow()));
    answers.add(() -> remove.done().complete(true));
  }

  private <T> void write(Command.Write<T> write) {
    try {
      var result = write.work().apply(batch.tx);
      answers.add(() -> write.done().complete(result));
    } catch (ServiceException e) {
      answers.add(() -> write.fail(e));
    }
  }

  private void look(@Nullable String queue) {
    if (queue == null) {
      lookEverywhere = true;
    } else {
      looks.add(queue);
    }
  }

  private void poll(Ticket ticket) {
    var poll = ticket.poll();
    desk.pollers().saw(poll, batch.now());
    var demand = demand(ticket);
    demands.computeIfAbsent(ticket.queue(), _ -> new ArrayList<>()).add(demand);
    settlements.add(() -> settle(ticket, demand));
  }

  private Demand demand(Ticket ticket) {
    var demand =
        new Demand(
            ticket.queue(),
            ticket.poll().type(),
            ticket.worker(),
            ticket.poll().count(),
            () -> desk.reserve(ticket));
    byTicket.put(ticket, demand);
    return demand;
  }

  private void settle(Ticket ticket, Demand demand) {
    if (!demand.got.isEmpty()) {
      desk.parts().metrics.tasksHandedOut.add(demand.got.size());
      ticket.answer(demand.got);
    } else if (ticket.poll().timeoutMillis() > 0 && !desk.isReserved(ticket)) {
      if (ticket.mayWait()) {
        desk.waiting().add(ticket);
        waited.add(ticket.queue());
      }
    } else if (desk.reserve(ticket)) {
      ticket.answer(List.of());
    }
  }

  // update-v2

  private void follow(Command.Act act, Reply reply) {
    var follow = act.follow();
    if (follow == null || follow.count() <= 0) {
      return;
    }
    var known = batch.find(act.workflow());
    var id = follow.after().toString();
    var task = known == null ? null : new KnownRows(known, batch.tx).byId(id);
    if (known == null || task == null) {
      return;
    }
    if (reply instanceof Reply.Ignored(var why)) {
      if (why == Reply.Why.TASK_ENDED || why == Reply.Why.WORKFLOW_ENDED) {
        followers.put(act, again(follow, known));
      }
      return;
    }
    if (reply instanceof Reply.Done && !task.live()) {
      followers.put(act, want(task, follow, () -> true));
    }
  }

  private List<Claimed> want(TaskState task, Command.Follow follow, BooleanSupplier wanted) {
    var queue = Queues.name(task.key().type(), task.delivery().domain());
    var demand = new Demand(queue, task.key().type(), follow.worker(), follow.count(), wanted);
    demands.computeIfAbsent(queue, _ -> new ArrayList<>()).add(demand);
    return demand.got;
  }

  /** What the first of several equal updates was answered with, as far as it is still true. */
  private List<Claimed> again(Command.Follow follow, Known known) {
    var here = known.chained(follow.after().toString());
    var row = here == null ? batch.tx.task(follow.after()) : null;
    var chained = row == null ? here : row.chained();
    var again = new ArrayList<Claimed>();
    for (var part : chained == null ? new String[0] : chained.split(",", -1)) {
      int at = part.indexOf('@');
      var claimed = current(part.substring(0, at));
      if (claimed != null
          && claimed.task().status() == TaskStatus.IN_PROGRESS
          && claimed.task().delivery().polls() == Integer.parseInt(part.substring(at + 1))
          && follow.worker().equals(claimed.task().delivery().workerId())) {
        again.add(claimed);
      }
    }
    return again;
  }

  private @Nullable Claimed current(String taskId) {
    var id = Objects.requireNonNull(TaskId.parse(taskId));
    var known = batch.find(id.workflow());
    var task = known == null ? null : new KnownRows(known, batch.tx).byId(taskId);
    if (known == null || task == null) {
      return null;
    }
    var key = known.state().key();
    return new Claimed(task, known.flow(), key.priority(), key.correlationId());
  }

  /** Remembers what each update is answered with. */
  private void chain() {
    followers.forEach((act, got) -> {
      var follow = act.follow();
      var known = follow == null || got.isEmpty() ? null : batch.find(act.workflow());
      if (known != null && follow != null && replies.get(act) instanceof Reply.Done) {
        var text = new StringBuilder();
        for (var claimed : got) {
          text.append(text.isEmpty() ? "" : ",")
              .append(claimed.task().id())
              .append('@')
              .append(claimed.task().delivery().polls());
        }
        known.chain(follow.after().toString(), text.toString());
        batch
            .effects()
            .afterCommit(() -> {
              desk.parts().metrics.tasksHandedOut.add(got.size());
              desk.parts().metrics.tasksChained.add(got.size());
            });
      }
    });
  }

  // Step 4: handing out

  private void serve() {
    var queues = new LinkedHashSet<>(demands.keySet());
    for (var queue : batch.freshQueues()) {
      desk.parts().dry.remove(queue);
      queues.add(queue);
    }
    queues.addAll(looks);
    queues.addAll(ofLimits(looks));
    queues.addAll(ofLimits(batch.freed()));
    if (lookEverywhere || desk.limitsAreDue()) {
      queues.addAll(desk.waiting().queues());
      if (lookEverywhere) {
        desk.parts().dry.clear();
      }
    }
    for (var queue : queues) {
      serve(queue);
    }
  }

  private void serve(String queue) {
    var all = new ArrayList<Demand>();
    boolean more = false;
    for (var ticket : desk.waiting().of(queue, TICKETS + 1, desk::isReserved)) {
      if (all.size() == TICKETS) {
        more = true;
        break;
      }
      if (!byTicket.containsKey(ticket)) {
        var demand = demand(ticket);
        all.add(demand);
        settlements.add(() -> settleWaiting(ticket, demand));
      }
    }
    boolean dry = desk.parts().exclusive ? desk.parts().dry.contains(queue) : dry(queue, all);
    all.addAll(demands.getOrDefault(queue, List.of()));
    boolean left = !all.isEmpty() && handOut.serve(queue, all, dry);
    if (left || (more && all.stream().allMatch(demand -> demand.open() == 0))) {
      settlements.add(() -> desk.lookAgain(queue));
    }
  }

  /**
   * Among several servers: those who wait have looked, and this server is told of what came since,
   * so that only this batch's own tasks are there. Not where a limit holds some back.
   */
  private boolean dry(String queue, List<Demand> waited) {
    return !waited.isEmpty()
        && !lookEverywhere
        && !looks.contains(queue)
        && !handOut.limited(waited.getFirst().type);
  }

  private void settleWaiting(Ticket ticket, Demand demand) {
    if (!demand.got.isEmpty()) {
      desk.parts().metrics.tasksHandedOut.add(demand.got.size());
      ticket.answer(demand.got);
      desk.waiting().forget(ticket.queue());
    } else {
      waited.add(ticket.queue());
    }
  }

  /** Queues that wait for what these limits held back. */
  private Set<String> ofLimits(Set<String> names) {
    var queues = new HashSet<String>();
    if (!names.isEmpty()) {
      for (var queue : desk.waiting().queues()) {
        if (names.stream().anyMatch(name -> Queues.concerns(name, queue))) {
          queues.add(queue);
        }
      }
    }
    return queues;
  }

  // Step 5: after the commit

  /**
   * Now everybody may know.
   *
   * @return what tells them, to be run by anybody
   */
  List<Runnable> committed() {
    batch.committed();
    settlements.forEach(Runnable::run);
    return answers;
  }

  /** The workflows that this changes; to be asked before {@link #committed}. */
  List<UUID> changed() {
    return batch.changed();
  }

  /** Queues in which others may find something now, and limits of which something was freed. */
  Set<String> stirred() {
    return batch.stirred();
  }

  /** Queues in which this found nothing for somebody who waits; once it is committed. */
  Set<String> waited() {
    return waited;
  }

  /** When something is to be done again because of what this did. */
  long earliest() {
    return batch.earliest();
  }

  long limitsRetryAt() {
    return desk.waiting().size() == 0 ? Store.NEVER : handOut.retryAt();
  }
}
