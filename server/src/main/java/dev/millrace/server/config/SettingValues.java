package dev.millrace.server.config;

import dev.millrace.dsl.source.Suggestion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.toml.TomlMapper;

/**
 * What is set, and by whom: defaults, then a file, then the environment, then flags; the later
 * wins. Immutable once read.
 */
public final class SettingValues {

  private static final long MAX_FILE_BYTES = 1 << 20;
  private static final TomlMapper TOML = TomlMapper.builder().build();

  /** How a setting's variable begins. Others that begin with MILLRACE belong to the command. */
  private static final Pattern VARIABLE =
      Pattern.compile("MILLRACE_(STORE|HTTP|ENGINE|TASKS|LOG)_.*");

  private static final Pattern PASSWORD_IN_ADDRESS = Pattern.compile("//([^:@/]+):[^@/]*@");

  private final Map<Setting, Value> values = new EnumMap<>(Setting.class);

  private record Value(String text, String source) {}

  private SettingValues() {
    for (Setting setting : Setting.values()) {
      values.put(setting, new Value(setting.otherwise(), "default"));
    }
  }

  /**
   * Reads all of them.
   *
   * @param file null for none
   * @param flags by name, such as {@code --http-port}
   * @throws ConfigException with everything that is wrong
   */
  public static SettingValues read(
      @Nullable Path file, Map<String, String> environment, Map<String, String> flags)
      throws ConfigException {
    var made = new SettingValues();
    List<String> faults = new ArrayList<>();
    if (file != null) {
      made.takeFile(file, faults);
    }
    environment.forEach((name, text) -> {
      if (VARIABLE.matcher(name).matches()) {
        made.take(name, text, "environment", byVariable(), faults);
      }
    });
    flags.forEach((name, text) -> made.take(name, text, "flag", byFlag(), faults));
    if (!faults.isEmpty()) {
      throw new ConfigException(faults);
    }
    return made;
  }

  String text(Setting setting) {
    Value value = values.get(setting);
    return value == null ? setting.otherwise() : value.text();
  }

  int whole(Setting setting) {
    return Integer.parseInt(text(setting));
  }

  int bytes(Setting setting) {
    return (int) Kind.Bytes.of(text(setting));
  }

  Duration time(Setting setting) {
    return Kind.Time.of(text(setting));
  }

  boolean flag(Setting setting) {
    return text(setting).equals("true");
  }

  /** Name to value, without secrets. */
  public Map<String, String> shown() {
    Map<String, String> shown = new LinkedHashMap<>();
    for (Setting setting : Setting.values()) {
      shown.put(setting.key(), shown(setting));
    }
    return shown;
  }

  /** As a file that sets the same, with what each means and who set it; secrets left out. */
  public String print() {
    var out = new StringBuilder();
    String table = "";
    for (Setting setting : Setting.values()) {
      int dot = setting.key().indexOf('.');
      if (!setting.key().substring(0, dot).equals(table)) {
        table = setting.key().substring(0, dot);
        out.append(out.isEmpty() ? "[" : "\n[").append(table).append("]\n");
      }
      Value value = values.get(setting);
      String source = value == null ? "default" : value.source();
      out.append("# %s (%s)\n".formatted(setting.meaning(), source));
      out.append(setting.isSecret() ? "# " : "");
      out.append("%s = %s\n".formatted(setting.key().substring(dot + 1), literal(setting)));
    }
    return out.toString();
  }

  private String literal(Setting setting) {
    return switch (setting.kind()) {
      case Kind.Flag flag -> text(setting);
      case Kind.Whole whole -> text(setting);
      case Kind.Text text -> quoted(setting);
      case Kind.Secret secret -> quoted(setting);
      case Kind.Choice choice -> quoted(setting);
      case Kind.Bytes bytes -> quoted(setting);
      case Kind.Time time -> quoted(setting);
    };
  }

  private String quoted(Setting setting) {
    return "\"" + shown(setting).replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private String shown(Setting setting) {
    return setting.isSecret() && !text(setting).isEmpty()
        ? "***"
        : PASSWORD_IN_ADDRESS.matcher(text(setting)).replaceAll("//$1:***@");
  }

  private void take(
      String name, String text, String source, Map<String, Setting> known, List<String> faults) {
    Setting setting = known.get(name);
    if (setting == null) {
      faults.add(
          "%s: unknown setting '%s'%s"
              .formatted(source, name, Suggestion.of(name, known.keySet())));
      return;
    }
    try {
      setting.kind().check(text);
      values.put(setting, new Value(text, source));
    } catch (IllegalArgumentException e) {
      String written = setting.isSecret() ? "" : ", not '" + text + "'";
      faults.add("%s: %s %s%s".formatted(source, name, e.getMessage(), written));
    }
  }

  private void takeFile(Path file, List<String> faults) {
    try {
      if (Files.size(file) > MAX_FILE_BYTES) {
        faults.add(file + ": is longer than " + MAX_FILE_BYTES + " bytes");
        return;
      }
      takeTable(file.toString(), "", TOML.readTree(Files.readString(file)), faults);
    } catch (IOException e) {
      faults.add("%s: cannot be read: %s".formatted(file, e));
    } catch (JacksonException e) {
      var at = e.getLocation();
      String place = at == null ? "" : " line " + at.getLineNr() + ":";
      faults.add("%s:%s %s".formatted(file, place, e.getOriginalMessage()));
    }
  }

  private void takeTable(String file, String prefix, JsonNode table, List<String> faults) {
    for (var entry : table.properties()) {
      String name = prefix + entry.getKey();
      JsonNode value = entry.getValue();
      if (value.isObject()) {
        takeTable(file, name + ".", value, faults);
      } else if (value.isArray()) {
        faults.add("%s: %s must not be a list".formatted(file, name));
      } else {
        take(name, value.asString(), file, byKey(), faults);
      }
    }
  }

  private static Map<String, Setting> byKey() {
    Map<String, Setting> known = new LinkedHashMap<>();
    Arrays.stream(Setting.values()).forEach(setting -> known.put(setting.key(), setting));
    return known;
  }

  private static Map<String, Setting> byVariable() {
    Map<String, Setting> known = new LinkedHashMap<>();
    Arrays.stream(Setting.values()).forEach(setting -> known.put(setting.variable(), setting));
    return known;
  }

  private static Map<String, Setting> byFlag() {
    Map<String, Setting> known = new LinkedHashMap<>();
    Arrays.stream(Setting.values()).forEach(setting -> known.put(setting.flag(), setting));
    return known;
  }
}
