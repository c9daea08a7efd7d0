package dev.millrace.plan.io;

import dev.millrace.plan.io.RedisReply.ServerError;
import dev.millrace.plan.io.StoreCommands.Entry;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Stands in for Redis within this process: for tests, and to try things without a server. Knows the
 * commands that ranking reads with, and answers them, and their misuse, as Redis does. Thread-safe.
 */
public final class InProcessStore implements RedisClient {

  private static final String EXAMPLE_DATA = "example-data.redis";

  private final Map<String, StoredValue> values = new ConcurrentHashMap<>();

  /** An empty one. */
  public InProcessStore() {}

  /** One with users, whom they follow, what is recommended to them, and media. */
  public static InProcessStore withExampleData() {
    try (InputStream in = InProcessStore.class.getResourceAsStream(EXAMPLE_DATA)) {
      if (in == null) {
        throw new IllegalStateException(EXAMPLE_DATA + " is missing from this installation");
      }
      InProcessStore store = new InProcessStore();
      store.load(RedisScript.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
      return store;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Runs all of {@code script}.
   *
   * @throws IllegalArgumentException with the line of the first command that fails
   */
  public void load(RedisScript script) {
    for (RedisScript.Statement statement : script.statements()) {
      if (execute(statement.command()) instanceof ServerError(String message)) {
        throw new IllegalArgumentException("line " + statement.line() + ": " + message);
      }
    }
  }

  @Override
  public void send(List<RedisCommand> commands, Callback callback) {
    callback.replied(commands.stream().map(this::execute).toList());
  }

  /** Runs one command. */
  public RedisReply execute(RedisCommand command) {
    String name = command.name().toUpperCase(Locale.ROOT);
    Entry read = StoreCommands.READS.get(name);
    if (read != null) {
      return run(read, command);
    }
    Entry write = StoreWrites.WRITES.get(name);
    if (write == null) {
      return unknown(command);
    }
    synchronized (this) {
      return run(write, command);
    }
  }

  private RedisReply run(Entry entry, RedisCommand command) {
    return entry.takes(command.arguments().size())
        ? entry.code().run(values, command.arguments())
        : StoreWrites.wrongNumber(command.name().toLowerCase(Locale.ROOT));
  }

  private static ServerError unknown(RedisCommand command) {
    return new ServerError(
        "ERR unknown command '%s', with args beginning with: %s"
            .formatted(
                command.name(),
                command.arguments().stream()
                    .map(argument -> "'" + argument + "' ")
                    .collect(Collectors.joining())));
  }

  @Override
  public String toString() {
    return "InProcessStore[" + values.size() + " keys]";
  }
}
