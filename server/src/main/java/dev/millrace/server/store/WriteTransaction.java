package dev.millrace.server.store;

import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * All or nothing. What it reads by {@link #lock} and {@link #ready} does not change until it ends,
 * but through itself. Confined to the call that it was made for.
 */
public interface WriteTransaction extends ReadTransaction {

  /**
   * Those of the workflows that are there, and what mostly is needed with them. Waits for others
   * who have locked them.
   *
   * @param most the highest number of a task that is of interest
   */
  Locked lock(Collection<UUID> ids, int most);

  /** All tasks of these workflows, by workflow and number. */
  List<TaskRow> tasksOf(Collection<UUID> workflows);

  /**
   * The first tasks of a queue that may be handed out: highest priority first, then earliest {@code
   * readyAt}, then lowest id. Leaves out those that others have locked.
   *
   * @param known the tasks of which only the id is needed
   */
  List<ReadyTask> ready(String queue, int limit, Predicate<TaskId> known);

  /**
   * Lets tasks be handed out whose time has come, so that they are no longer delayed.
   *
   * @return the queues they are in, each once
   */
  List<String> promote(long now, int limit);

  /** Timers that are due, the earliest first. Locks nothing, changes nothing. */
  List<Timer> due(long now, int limit);

  /** When the next timer rings or the next delay ends; {@link Store#NEVER} if none does. */
  long nextTimer();

  /** Holds everybody else off a limit until this ends. */
  void lockLimit(String name);

  /** How many tasks are in workers' hands that count in this limit. */
  int held(String slot);

  /** What was granted under this name since then; forgets what is older. */
  Grants grants(String name, long since);

  void grant(String name, long at, int count);

  /** What is wrong with it is told by this, or by what reads next, or by the commit. */
  void save(Changes changes);

  void log(List<LogRow> lines);

  /** Keeps the last poll of each type and domain. */
  void polled(List<PollRow> polls);

  /**
   * The number of a definition, which it gets when it is first seen.
   *
   * @param digest the same for the same body
   */
  long define(String digest, byte[] body);

  void put(Document document);

  /** False if there was none. */
  boolean delete(Document.Kind kind, String name, int version);

  /** Removes a workflow with all that belongs to it. False if there was none. */
  boolean delete(UUID workflow);

  /** Other servers hear of it once this is committed; this one does not. */
  void signal(Signal signal);
}
