package dev.millrace.plan.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where the files of the registries come from: a folder, and the jar for what it has not. */
final class RegistrySource {
  private static final int MAX_BYTES = 4 << 20;

  private final @Nullable Path folder;

  private RegistrySource(@Nullable Path folder) {
    this.folder = folder;
  }

  static RegistrySource builtin() {
    return new RegistrySource(null);
  }

  static RegistrySource folder(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new RegistryException(List.of("%s is no folder".formatted(folder)));
    }
    return new RegistrySource(folder);
  }

  Registries read(Environment environment) {
    List<String> faults = new ArrayList<>();
    var keys = attempt(faults, () -> file("keys.toml", Keys::read));
    var params = attempt(faults, () -> file("params.toml", Params::read));
    var features = attempt(faults, () -> file("features.toml", Features::read));
    var endpoints = attempt(faults, () -> endpoints(environment));
    var capabilities = attempt(faults, () -> file("capabilities.toml", Capabilities::read));
    if (keys == null
        || params == null
        || features == null
        || endpoints == null
        || capabilities == null) {
      throw new RegistryException(faults);
    }
    return new Registries(environment, keys, params, features, endpoints, capabilities);
  }

  private static <T> @Nullable T attempt(List<String> faults, Supplier<T> step) {
    try {
      return step.get();
    } catch (RegistryException e) {
      faults.addAll(e.faults());
      return null;
    }
  }

  private <T> T file(String name, BiFunction<String, String, T> reader) {
    Path file = own(name);
    return file == null
        ? reader.apply(name, resource(name))
        : reader.apply(file.toString(), text(file));
  }

  /** The folder's file of this name; null if it has none. */
  private @Nullable Path own(String name) {
    Path file = folder == null ? null : folder.resolve(name);
    return file != null && Files.exists(file) ? file : null;
  }

  private Registry<String, EndpointSpec> endpoints(Environment environment) {
    Map<Environment, Registry<String, EndpointSpec>> all = new EnumMap<>(Environment.class);
    List<String> faults = new ArrayList<>();
    for (Environment each : Environment.values()) {
      var registry = attempt(faults, () -> ownEndpoints(each));
      if (registry != null) {
        all.put(each, registry);
      }
    }
    if (faults.isEmpty() && all.isEmpty()) {
      String name = "endpoints.%s.toml".formatted(environment.text());
      return Endpoints.read(name, resource(name));
    }
    checkSame(all, faults);
    var wanted = all.get(environment);
    if (wanted == null && faults.isEmpty()) {
      faults.add(
          "%s: endpoints.%s.toml is missing, there is one for %s"
              .formatted(folder, environment.text(), all.keySet()));
    }
    if (wanted == null || !faults.isEmpty()) {
      throw new RegistryException(faults);
    }
    return wanted;
  }

  private @Nullable Registry<String, EndpointSpec> ownEndpoints(Environment environment) {
    Path toml = own("endpoints.%s.toml".formatted(environment.text()));
    if (toml != null) {
      return Endpoints.read(toml.toString(), text(toml));
    }
    Path json = own("endpoints.%s.json".formatted(environment.text()));
    return json == null ? null : EndpointArtifact.read(json.toString(), text(json), environment);
  }

  private void checkSame(
      Map<Environment, Registry<String, EndpointSpec>> all, List<String> faults) {
    Environment first = null;
    List<String> expected = List.of();
    for (var entry : all.entrySet()) {
      List<String> actual = identities(entry.getValue());
      if (first == null) {
        first = entry.getKey();
        expected = actual;
      } else if (!actual.equals(expected)) {
        faults.add(
            "%s: endpoints differ in id, name or kind: %s has %s, %s has %s"
                .formatted(folder, first.text(), expected, entry.getKey().text(), actual));
      }
    }
  }

  private static List<String> identities(Registry<String, EndpointSpec> endpoints) {
    return endpoints.entries().stream()
        .map(each -> "%s %s %s".formatted(each.id(), each.name(), each.kind().text()))
        .toList();
  }

  private static String resource(String name) {
    try (InputStream in = RegistrySource.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + name);
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String text(Path file) {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_BYTES + 1);
    } catch (IOException e) {
      throw new RegistryException(List.of("%s: cannot be read: %s".formatted(file, e)));
    }
    if (bytes.length > MAX_BYTES) {
      throw new RegistryException(
          List.of("%s: is larger than %d bytes".formatted(file, MAX_BYTES)));
    }
    return new String(bytes, UTF_8);
  }
}
