package dev.millrace.cli.server;

import dev.millrace.server.config.ConfigException;
import dev.millrace.server.config.ServerSettings;
import dev.millrace.server.config.Setting;
import dev.millrace.server.config.SettingValues;
import dev.millrace.server.logs.Logs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** {@code millrace serve}. */
@Command(
    name = "serve",
    description = {
      "Runs the durable task server until it is told to stop.",
      "Settings come from defaults, the configuration file, environment variables and flags; the",
      "later wins. --print-config shows all of them, with what they mean and who set them; each is",
      "also a flag: http.port is --http-port, and MILLRACE_HTTP_PORT in the environment."
    })
public final class ServeCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "A TOML file with settings. Default: none.")
  private @Nullable Path config;

  @Option(names = "--port", paramLabel = "PORT", description = "Short for --http-port.")
  private @Nullable String port;

  @Option(names = "--bind", paramLabel = "ADDRESS", description = "Short for --http-address.")
  private @Nullable String bind;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Keeps the embedded store there: short for --store-url file:DIR/tasks.db.")
  private @Nullable Path data;

  @Option(
      names = "--store",
      paramLabel = "URL",
      description = "file:PATH, memory or postgresql://host:port/database: short for --store-url.")
  private @Nullable String store;

  @Option(
      names = "--insecure",
      description = "Listens for others although nobody has to show a key.")
  private boolean insecure;

  @Option(names = "--print-config", description = "Prints the settings and does nothing else.")
  private boolean printConfig;

  @Unmatched private List<String> others = new ArrayList<>();

  @Override
  public Integer call() throws IOException, InterruptedException {
    SettingValues values;
    ServerSettings settings;
    try {
      values = SettingValues.read(config, System.getenv(), flags(), spec.optionsMap().keySet());
      settings = ServerSettings.of(values);
    } catch (ConfigException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    var out = spec.commandLine().getOut();
    if (printConfig) {
      out.print(values.print());
      out.flush();
      return 0;
    }
    Logs.install(System.err, settings.logLevel());
    var server = Assembly.start(Assembly.parts(settings));
    var stopped = new CountDownLatch(1);
    var hook =
        new Thread(
            () -> {
              server.close();
              out.println("Stopped: " + server.balance() + ".");
              out.flush();
              stopped.countDown();
            },
            "millrace-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    out.println(
        "Millrace listens on http://%s:%d, %s"
            .formatted(settings.http().address(), server.port(), server.storeDescription()));
    out.flush();
    stopped.await();
    return 0;
  }

  /** All flags by their long names. */
  private Map<String, String> flags() {
    var flags = new LinkedHashMap<String, String>();
    put(flags, Setting.HTTP_PORT, port);
    put(flags, Setting.HTTP_ADDRESS, bind);
    put(flags, Setting.STORE_URL, data == null ? null : "file:" + data.resolve("tasks.db"));
    boolean embedded = store == null || store.equals("sqlite");
    put(flags, Setting.STORE_URL, embedded ? null : store);
    put(flags, Setting.HTTP_INSECURE, insecure ? "true" : null);
    if (data != null && !embedded) {
      throw new ParameterException(
          spec.commandLine(), "--data and --store both say where the data are; give one");
    }
    for (int i = 0; i < others.size(); i++) {
      var word = others.get(i);
      if (!word.startsWith("--")) {
        throw new ParameterException(spec.commandLine(), "unexpected argument '" + word + "'");
      }
      int equals = word.indexOf('=');
      if (equals > 0) {
        flags.put(word.substring(0, equals), word.substring(equals + 1));
      } else if (i + 1 < others.size() && !others.get(i + 1).startsWith("--")) {
        i++;
        flags.put(word, others.get(i));
      } else {
        flags.put(word, "true");
      }
    }
    return flags;
  }

  private static void put(Map<String, String> flags, Setting setting, @Nullable String value) {
    if (value != null) {
      flags.put(setting.flag(), value);
    }
  }
}
