package dev.millrace.server.config;

import dev.millrace.server.engine.EngineSettings;
import dev.millrace.server.http.HttpSettings;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Everything that can be set. The name is the one in the configuration file; the environment
 * variable and the flag follow from it.
 */
public enum Setting {
  STORE_URL(
      "store.url",
      new Kind.Text(),
      "file:millrace-data/tasks.db",
      "where tasks are kept: file:PATH, memory (forgets), or postgresql://host:port/database"),
  STORE_USER("store.user", new Kind.Text(), "millrace", "the user of a PostgreSQL database"),
  STORE_PASSWORD(
      "store.password",
      new Kind.Secret(),
      "",
      "that user's password; better in the environment than in a file or a flag"),
  STORE_SCHEMA(
      "store.schema",
      new Kind.Text(),
      "millrace",
      "the schema of the tables; servers that name the same one share their work"),
  STORE_POOL_SIZE(
      "store.pool-size",
      new Kind.Whole(2, 1000),
      "4",
      "connections for writing, and as many for reading"),
  STORE_TIMEOUT(
      "store.timeout",
      new Kind.Time(Duration.ofMillis(100), Duration.ofHours(24)),
      "30s",
      "after which a statement of a PostgreSQL database is given up"),
  HTTP_ADDRESS(
      "http.address",
      new Kind.Text(),
      Defaults.HTTP.address(),
      "where to listen; another than loopback needs http.insecure"),
  HTTP_PORT(
      "http.port",
      new Kind.Whole(0, 65_535),
      Integer.toString(Defaults.HTTP.port()),
      "the port to listen on; 0 for any that is free"),
  HTTP_INSECURE(
      "http.insecure",
      new Kind.Flag(),
      "false",
      "listen for others although nobody has to show a key"),
  HTTP_EVENT_LOOPS(
      "http.event-loops",
      new Kind.Whole(1, 64),
      Integer.toString(Defaults.HTTP.eventLoops()),
      "threads that read requests and write answers"),
  HTTP_DRAIN(
      "http.drain",
      new Kind.Time(Duration.ZERO, Duration.ofHours(1)),
      Kind.Time.shown(Defaults.HTTP.drain()),
      "how long a closing server waits for requests that are under way"),
  HTTP_MAX_BODY(
      "http.max-body",
      new Kind.Bytes(1024, 1 << 30),
      Integer.toString(Defaults.HTTP.limits().bodyBytes()),
      "the longest body of a request; a longer one is answered 413"),
  HTTP_MAX_BODIES(
      "http.max-bodies",
      new Kind.Bytes(1024, Integer.MAX_VALUE),
      Integer.toString(Defaults.HTTP.limits().bodiesBytes()),
      "all bodies together of requests that are not answered yet, http.max-body at least;"
          + " more are answered 503, but never results of tasks"),
  HTTP_MAX_LINE(
      "http.max-line",
      new Kind.Bytes(1024, 1 << 20),
      Integer.toString(Defaults.HTTP.limits().lineBytes()),
      "the longest address of a request; a longer one is answered 414"),
  HTTP_MAX_HEADERS(
      "http.max-headers",
      new Kind.Bytes(1024, 1 << 20),
      Integer.toString(Defaults.HTTP.limits().headerBytes()),
      "all headers of a request together; more is answered 431"),
  HTTP_MAX_IN_FLIGHT(
      "http.max-in-flight",
      new Kind.Whole(1, 1_000_000),
      Integer.toString(Defaults.HTTP.limits().inFlight()),
      "requests that are worked on at once; more are answered 429, but never results of tasks"),
  HTTP_MAX_WAITING(
      "http.max-waiting",
      new Kind.Whole(1, 1_000_000),
      Integer.toString(Defaults.HTTP.limits().waiting()),
      "polls and synchronous starts that wait at once; more are answered 429"),
  HTTP_MAX_BATCH(
      "http.max-batch",
      new Kind.Whole(1, 100_000),
      Integer.toString(Defaults.HTTP.limits().batch()),
      "the most tasks that one answer hands out"),
  HTTP_MAX_LIST(
      "http.max-list",
      new Kind.Whole(1, 100_000),
      Integer.toString(Defaults.HTTP.limits().listed()),
      "the longest list of ids or definitions in a request, and the longest page of a search"),
  HTTP_MAX_WAIT(
      "http.max-wait",
      new Kind.Time(Duration.ZERO, Duration.ofHours(1)),
      Kind.Time.shown(Defaults.HTTP.limits().longPoll()),
      "the longest wait that a poll may ask for with its parameter wait"),
  HTTP_IDLE(
      "http.idle",
      new Kind.Time(Duration.ofSeconds(1), Duration.ofHours(24)),
      Kind.Time.shown(Defaults.HTTP.limits().idle()),
      "a connection on which nothing happens for so long is closed; longer than http.max-wait"),
  ENGINE_WORKERS(
      "engine.workers",
      new Kind.Whole(1, 56),
      Integer.toString(Defaults.ENGINE.workers()),
      "threads that wake polls and answer"),
  ENGINE_BACKLOG(
      "engine.backlog",
      new Kind.Whole(1, 10_000_000),
      Integer.toString(Defaults.ENGINE.backlog()),
      "commands that may wait before new work is refused; results never are"),
  ENGINE_WAITING(
      "engine.waiting",
      new Kind.Whole(1, 10_000_000),
      Integer.toString(Defaults.ENGINE.waiting()),
      "polls that may wait"),
  ENGINE_READS(
      "engine.reads",
      new Kind.Whole(1, 10_000),
      Integer.toString(Defaults.ENGINE.reads()),
      "reads that may run at once"),
  ENGINE_KNOWN_TASKS(
      "engine.known-tasks",
      new Kind.Whole(0, 100_000_000),
      Integer.toString(Defaults.ENGINE.knownTasks()),
      "workflows and tasks that are kept in memory, with a store in a file"),
  ENGINE_KNOWN_DEFINITIONS(
      "engine.known-definitions",
      new Kind.Whole(1, 1_000_000),
      Integer.toString(Defaults.ENGINE.knownDefinitions()),
      "definitions that are kept in memory"),
  ENGINE_CLOSE_TIMEOUT(
      "engine.close-timeout",
      new Kind.Time(Duration.ZERO, Duration.ofHours(1)),
      Kind.Time.shown(Defaults.ENGINE.closeTimeout()),
      "how long a closing server waits for tasks of its own, such as HTTP calls"),
  ENGINE_MAX_STEPS(
      "engine.max-steps",
      new Kind.Whole(1, 100_000_000),
      Integer.toString(Defaults.ENGINE.flow().maxSteps()),
      "tasks that one event may create or end; a loop that never waits ends there"),
  ENGINE_MAX_FORKS(
      "engine.max-forks",
      new Kind.Whole(1, 10_000_000),
      Integer.toString(Defaults.ENGINE.flow().maxForks()),
      "branches that a dynamic fork may have"),
  TASKS_HTTP_ALLOW(
      "tasks.http-allow",
      new Kind.Text(),
      "none",
      "what HTTP tasks may reach besides public addresses, with commas between: 10.1.0.0/16,"
          + " ::1, localhost, *.internal; none, or any for every address"),
  LOG_LEVEL(
      "log.level",
      new Kind.Choice(List.of("error", "warning", "info", "debug")),
      "info",
      "what is logged, this and worse: error, warning, info, debug");

  private final String key;

  @SuppressWarnings("ImmutableEnumChecker") // records of numbers and words
  private final Kind kind;

  private final String otherwise;
  private final String meaning;

  Setting(String key, Kind kind, String otherwise, String meaning) {
    this.key = key;
    this.kind = kind;
    this.otherwise = otherwise;
    this.meaning = meaning;
  }

  /** As in the file, such as {@code http.port}. */
  public String key() {
    return key;
  }

  /** Such as {@code MILLRACE_HTTP_PORT}. */
  public String variable() {
    return "MILLRACE_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  /** Such as {@code --http-port}. */
  public String flag() {
    return "--" + key.replace('.', '-');
  }

  /** What holds if nobody says anything. */
  public String otherwise() {
    return otherwise;
  }

  /** For people. */
  public String meaning() {
    return meaning;
  }

  /** Whether its flag may stand without a value. */
  public boolean isSwitch() {
    return kind instanceof Kind.Flag;
  }

  public boolean isSecret() {
    return kind instanceof Kind.Secret;
  }

  Kind kind() {
    return kind;
  }

  /** The records' own defaults, so that they are written down once. */
  private static final class Defaults {
    static final HttpSettings HTTP = HttpSettings.defaults();
    static final EngineSettings ENGINE = EngineSettings.defaults();
  }
}
