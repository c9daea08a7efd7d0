package dev.millrace.server.store.jdbc;

import dev.millrace.server.store.Document;
import dev.millrace.server.store.Grants;
import dev.millrace.server.store.LogRow;
import dev.millrace.server.store.Store;
import dev.millrace.server.store.StoreException;
import dev.millrace.server.store.Timer;
import dev.millrace.server.store.WriteTransaction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What writing has in common, in SQL that all databases understand. Not thread-safe. */
public abstract class Writing extends Reading implements WriteTransaction {

  /** Each half stops at the limit by itself: a backlog of timers is never sorted. */
  private static final String DUE =
      """
      SELECT id, number, timer_at FROM (
        SELECT id, 0 AS number, timer_at FROM workflow WHERE timer_at <= ?
        ORDER BY timer_at LIMIT ?) AS w
      UNION ALL
      SELECT workflow, number, timer_at FROM (
        SELECT workflow, number, timer_at FROM task WHERE timer_at <= ?
        ORDER BY timer_at LIMIT ?) AS t
      ORDER BY 3, 1, 2 LIMIT ?
      """;

  private final String next;

  /**
   * @param delayed the condition that the index of delayed tasks is made for
   */
  protected Writing(Session session, String delayed) {
    super(session);
    this.next =
        """
        SELECT (SELECT ready_at FROM task WHERE %s ORDER BY ready_at LIMIT 1),
          (SELECT timer_at FROM workflow WHERE timer_at IS NOT NULL ORDER BY timer_at LIMIT 1),
          (SELECT timer_at FROM task WHERE timer_at IS NOT NULL ORDER BY timer_at LIMIT 1)
        """
            .formatted(delayed);
  }

  /** Looks first whether there is any: mostly there is none, and that is cheap to see. */
  @Override
  public final List<Timer> due(long now, int limit) {
    if (next().timer() > now) {
      return List.of();
    }
    return session.list(
        DUE,
        row -> new Timer(rows.id(row, 1), (int) row.getLong(2)),
        now,
        limit,
        now,
        limit,
        limit);
  }

  /** See {@link #due}. */
  @Override
  public final List<String> promote(long now, int limit) {
    return next().delayed() > now ? List.of() : promoted(now, limit);
  }

  /** Promotes what is due, and answers the queues, each once. */
  protected abstract List<String> promoted(long now, int limit);

  @Override
  public final long nextTimer() {
    var next = next();
    return Math.min(next.delayed(), next.timer());
  }

  private Next next() {
    var first =
        session.first(
            next,
            row -> new Next(Rows.timer(row, 1), Math.min(Rows.timer(row, 2), Rows.timer(row, 3))));
    return first == null ? new Next(Store.NEVER, Store.NEVER) : first;
  }

  /** When the first delay ends and the first timer rings. */
  private record Next(long delayed, long timer) {}

  @Override
  public final int held(String slot) {
    var held =
        session.first("SELECT count(*) FROM task WHERE slot = ?", row -> row.getInt(1), slot);
    return held == null ? 0 : held;
  }

  @Override
  public final Grants grants(String name, long since) {
    session.update("DELETE FROM handout WHERE name = ? AND at < ?", name, since);
    var grants =
        session.first(
            "SELECT coalesce(sum(count), 0), coalesce(min(at), 0) FROM handout WHERE name = ?",
            row -> new Grants(row.getInt(1), row.getLong(2)),
            name);
    return grants == null ? new Grants(0, 0) : grants;
  }

  @Override
  public final void grant(String name, long at, int count) {
    session.update(
        "INSERT INTO handout (name, at, count) VALUES (?, ?, ?)"
            + " ON CONFLICT (name, at) DO UPDATE SET count = handout.count + excluded.count",
        name,
        at,
        count);
  }

  @Override
  public final void log(List<LogRow> lines) {
    session.updateAll(
        "INSERT INTO log (workflow, number, at, line) VALUES (?, ?, ?, ?)",
        lines.stream()
            .map(line ->
                new @Nullable Object[] {
                  line.task().workflow(), Rows.number(line.task().number()), line.at(), line.text()
                })
            .toList());
  }

  @Override
  public final long define(String digest, byte[] body) {
    var known = numberOf(digest);
    if (known != null) {
      return known;
    }
    session.update(
        "INSERT INTO definition (digest, body) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING",
        digest,
        body);
    var number = numberOf(digest);
    if (number == null) {
      throw new StoreException(
          StoreException.Kind.UNUSABLE, "A definition was written and is not there.", null);
    }
    return number;
  }

  private @Nullable Long numberOf(String digest) {
    return session.first(
        "SELECT number FROM definition WHERE digest = ?", row -> row.getLong(1), digest);
  }

  @Override
  public final void put(Document document) {
    session.update(
        "INSERT INTO document (kind, name, version, body) VALUES (?, ?, ?, ?)"
            + " ON CONFLICT (kind, name, version) DO UPDATE SET body = excluded.body",
        document.kind().name(),
        document.name(),
        document.version(),
        document.body());
    changeRevision();
  }

  @Override
  public final boolean delete(Document.Kind kind, String name, int version) {
    boolean deleted =
        session.update(
                "DELETE FROM document WHERE kind = ? AND name = ? AND version = ?",
                kind.name(),
                name,
                version)
            > 0;
    if (deleted) {
      changeRevision();
    }
    return deleted;
  }

  private void changeRevision() {
    session.update("UPDATE revision SET number = number + 1");
  }
}
