package dev.millrace.server.config;

import dev.millrace.dsl.source.Suggestion;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    return read(file, environment, flags, Set.of());
  }

  /**
   * Reads all of them.
   *
   * @param others flags that are no settings, which somebody may have meant
   * @see #read(Path, Map, Map)
   */
  public static SettingValues read(
      @Nullable Path file,
      Map<String, String> environment,
      Map<String, String> flags,
      Set<String> others)
      throws ConfigException {
    var made = new SettingValues();
    List<String> faults = new ArrayList<>();
    if (file != null) {
      made.takeFile(file, faults);
    }
    environment.forEach((name, text) -> {
      if (VARIABLE.matcher(name).matches()) {
        made.take(new Word(name, text, "environment"), byVariable(), Set.of(), faults);
      }
    });
    flags.forEach(
        (name, text) -> made.take(new Word(name, text, "flag"), byFlag(), others, faults));
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

  /** What somebody wrote, and where. */
  private record Word(String name, String text, String source) {}

  private void take(
      Word word, Map<String, Setting> known, Set<String> others, List<String> faults) {
    Setting setting = known.get(word.name());
    if (setting == null) {
      var names = new HashSet<>(known.keySet());
      names.addAll(others);
      faults.add(
          "%s: unknown setting '%s'%s"
              .formatted(word.source(), word.name(), Suggestion.of(word.name(), names)));
      return;
    }
    try {
      setting.kind().check(word.text());
      values.put(setting, new Value(word.text(), word.source()));
    } catch (IllegalArgumentException e) {
      String written = setting.isSecret() ? "" : ", not '" + word.text() + "'";
      faults.add("%s: %s %s%s".formatted(word.source(), word.name(), e.getMessage(), written));
    }
  }

  private void takeFile(Path file, List<String> faults) {
    try {
      if (Files.size(file) > MAX_FILE_BYTES) {
        faults.add(file + ": is longer than " + MAX_FILE_BYTES + " bytes");
        return;
      }
      takeTable(file.toString(), "", TOML.readTree(Files.readString(file)), faults);
    } catch (NoSuchFileException e) {
      faults.add("%s: cannot be read: there is no such file".formatted(file));
    } catch (AccessDeniedException e) {
      faults.add("%s: cannot be read: you may not read it".formatted(file));
    } catch (IOException e) {
      faults.add("%s: cannot be read: %s".formatted(file, e.getMessage()));
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
        take(new Word(name, value.asString(), file), byKey(), Set.of(), faults);
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
