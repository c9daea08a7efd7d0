package dev.millrace.server.config;

import dev.millrace.server.engine.EngineSettings;
import dev.millrace.server.flow.Limits;
import dev.millrace.server.http.HttpLimits;
import dev.millrace.server.http.HttpSettings;
import dev.millrace.server.store.postgres.PostgresSettings;
import dev.millrace.server.task.AddressRules;
import dev.millrace.server.task.HttpTaskSettings;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * All settings of a server.
 *
 * @param shown names and values for people, without secrets
 */
public record ServerSettings(
    StoreChoice store,
    HttpSettings http,
    EngineSettings engine,
    HttpTaskSettings httpTasks,
    Level logLevel,
    Map<String, String> shown) {

  private static final String FILE = "file:";
  private static final String POSTGRES = "postgresql:";
  private static final Pattern USER_IN_ADDRESS =
      Pattern.compile("(postgresql://)([^:@/]+)(?::([^@/]*))?@(.*)");

  public ServerSettings {
    shown = Map.copyOf(shown);
  }

  /** Where tasks are kept. */
  public sealed interface StoreChoice {
    /** In a file of this server's own. */
    record InFile(Path path) implements StoreChoice {}

    /** Until the server ends. */
    record Forgetful() implements StoreChoice {}

    /** In a database that servers share. */
    record InPostgres(PostgresSettings settings) implements StoreChoice {}
  }

  /**
   * Reads them from all places; see {@link SettingValues#read}.
   *
   * @throws ConfigException with everything that is wrong
   */
  public static ServerSettings read(
      @Nullable Path file, Map<String, String> environment, Map<String, String> flags)
      throws ConfigException {
    return of(SettingValues.read(file, environment, flags));
  }

  /**
   * Makes them of values.
   *
   * @throws ConfigException if values that are right by themselves do not fit together
   */
  public static ServerSettings of(SettingValues values) throws ConfigException {
    HttpSettings http = http(values);
    if (http.limits().idle().compareTo(http.limits().longPoll()) <= 0) {
      throw new ConfigException(
          List.of("http.idle must be longer than http.max-wait, or polls are cut off"));
    }
    return new ServerSettings(
        store(values), http, engine(values), httpTasks(values), level(values), values.shown());
  }

  private static StoreChoice store(SettingValues values) throws ConfigException {
    String url = values.text(Setting.STORE_URL);
    String plain = url.startsWith("jdbc:") ? url.substring("jdbc:".length()) : url;
    try {
      if (plain.equals("memory")) {
        return new StoreChoice.Forgetful();
      }
      if (plain.startsWith(FILE)) {
        return new StoreChoice.InFile(Path.of(plain.substring(FILE.length())));
      }
      if (plain.startsWith("postgres:")) {
        plain = POSTGRES + plain.substring("postgres:".length());
      }
      if (plain.startsWith(POSTGRES)) {
        return new StoreChoice.InPostgres(postgres(plain, values));
      }
    } catch (InvalidPathException e) {
      throw new ConfigException(List.of("store.url: no such path: " + e.getMessage()));
    } catch (IllegalArgumentException e) {
      throw new ConfigException(List.of("store: " + e.getMessage()));
    }
    throw new ConfigException(
        List.of(
            "store.url must be file:PATH, memory or postgresql://host:port/database, not '"
                + url
                + "'"));
  }

  /** The user and the password may stand in the address, as in {@code //user:password@host}. */
  private static PostgresSettings postgres(String address, SettingValues values) {
    var parts = USER_IN_ADDRESS.matcher(address);
    boolean named = parts.matches();
    String url = named ? parts.group(1) + parts.group(4) : address;
    String user = named ? decoded(parts.group(2)) : values.text(Setting.STORE_USER);
    String password =
        named && parts.group(3) != null
            ? decoded(parts.group(3))
            : values.text(Setting.STORE_PASSWORD);
    return new PostgresSettings(
        "jdbc:" + url,
        user,
        password,
        values.text(Setting.STORE_SCHEMA),
        values.whole(Setting.STORE_POOL_SIZE),
        values.time(Setting.STORE_TIMEOUT));
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static HttpSettings http(SettingValues values) {
    var limits =
        new HttpLimits(
            values.bytes(Setting.HTTP_MAX_BODY),
            values.bytes(Setting.HTTP_MAX_BODIES),
            values.bytes(Setting.HTTP_MAX_LINE),
            values.bytes(Setting.HTTP_MAX_HEADERS),
            values.whole(Setting.HTTP_MAX_IN_FLIGHT),
            values.whole(Setting.HTTP_MAX_WAITING),
            values.whole(Setting.HTTP_MAX_BATCH),
            values.whole(Setting.HTTP_MAX_LIST),
            values.time(Setting.HTTP_MAX_WAIT),
            values.time(Setting.HTTP_IDLE));
    return new HttpSettings(
        values.text(Setting.HTTP_ADDRESS),
        values.whole(Setting.HTTP_PORT),
        values.flag(Setting.HTTP_INSECURE),
        values.whole(Setting.HTTP_EVENT_LOOPS),
        values.time(Setting.HTTP_DRAIN),
        limits);
  }

  private static EngineSettings engine(SettingValues values) {
    return new EngineSettings(
        values.whole(Setting.ENGINE_WORKERS),
        values.whole(Setting.ENGINE_BACKLOG),
        values.whole(Setting.ENGINE_WAITING),
        values.whole(Setting.ENGINE_READS),
        values.whole(Setting.ENGINE_KNOWN_TASKS),
        values.whole(Setting.ENGINE_KNOWN_DEFINITIONS),
        values.time(Setting.ENGINE_CLOSE_TIMEOUT),
        new Limits(values.whole(Setting.ENGINE_MAX_STEPS), values.whole(Setting.ENGINE_MAX_FORKS)));
  }

  private static HttpTaskSettings httpTasks(SettingValues values) throws ConfigException {
    var text = values.text(Setting.TASKS_HTTP_ALLOW).strip();
    try {
      var rules =
          text.equals("any")
              ? AddressRules.open()
              : AddressRules.allowing(
                  Arrays.stream(text.split(",", -1))
                      .map(String::strip)
                      .filter(part -> !part.isEmpty() && !part.equals("none"))
                      .toList());
      return HttpTaskSettings.standard().withAddresses(rules);
    } catch (IllegalArgumentException e) {
      throw new ConfigException(List.of("tasks.http-allow: " + e.getMessage()));
    }
  }

  private static Level level(SettingValues values) {
    return switch (values.text(Setting.LOG_LEVEL)) {
      case "error" -> Level.SEVERE;
      case "warning" -> Level.WARNING;
      case "debug" -> Level.FINE;
      default -> Level.INFO;
    };
  }
}
