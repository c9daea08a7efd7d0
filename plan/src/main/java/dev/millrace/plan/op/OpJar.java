package dev.millrace.plan.op;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Ops beside the application's class path: those of a jar, or of a folder of jars and classes. */
final class OpJar {

  private final ClassLoader application;

  /** Stays open: ops load classes when they need them. */
  private final URLClassLoader own;

  private OpJar(ClassLoader application, URLClassLoader own) {
    this.application = application;
    this.own = own;
  }

  /**
   * @throws IllegalArgumentException if the path is neither a jar nor a folder
   */
  static OpJar open(Path path) {
    ClassLoader application = Op.class.getClassLoader();
    try {
      return new OpJar(application, new URLClassLoader(urls(path), application));
    } catch (IOException e) {
      throw new IllegalArgumentException("%s cannot be read: %s".formatted(path, e), e);
    }
  }

  private static URL[] urls(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw new IllegalArgumentException(
          "%s is not there; name a jar, or a folder of jars or classes".formatted(path));
    }
    List<URL> urls = new ArrayList<>();
    if (Files.isDirectory(path)) {
      urls.add(path.toUri().toURL());
      for (Path jar : jars(path)) {
        urls.add(jarUrl(jar));
      }
    } else {
      urls.add(jarUrl(path));
    }
    return urls.toArray(URL[]::new);
  }

  private static List<Path> jars(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  /** Refuses what is no jar: a class loader would pass over it without a word. */
  private static URL jarUrl(Path file) throws MalformedURLException {
    try (JarFile _ = new JarFile(file.toFile())) {
      return file.toUri().toURL();
    } catch (MalformedURLException e) {
      throw e;
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s is no jar that can be read (%s); name a jar, or a folder of jars or classes"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /**
   * Makes the ops, without those that the application has itself. Runs code of theirs: anything may
   * be thrown.
   */
  List<Op> ops() {
    Set<Class<? extends Op>> known =
        ServiceLoader.load(Op.class, application).stream()
            .map(ServiceLoader.Provider::type)
            .collect(Collectors.toSet());
    return ServiceLoader.load(Op.class, own).stream()
        .filter(provider -> !known.contains(provider.type()))
        .map(ServiceLoader.Provider::get)
        .toList();
  }
}
