package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.op.Op;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Ops that are not on the class path, compiled as a user would. */
public final class UserOps {

  private UserOps() {}

  /** An op that gives its input. */
  public static String same(String type, String op) {
    return op(type, "OpSpec.of(\"%s\", 1)".formatted(op), "input.rows()");
  }

  /** An op of two expressions: its spec and its rows. */
  public static String op(String type, String spec, String rows) {
    return """
    package acme;

    import dev.millrace.plan.op.*;
    import dev.millrace.rows.*;

    public final class %1$s implements Op {
      private final OpSpec spec = %2$s;

      @Override
      public OpSpec spec() {
        return spec;
      }

      @Override
      public NodeCode prepare(NodeSetup setup) {
        return (NodeCode.Sync) input -> %3$s;
      }
    }
    """
        .formatted(type, spec, rows);
  }

  /** Compiles classes of the package {@code acme} into a folder; returns it. */
  public static Path classes(Path folder, String type, String source) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    JavaFileObject file =
        new SimpleJavaFileObject(
            URI.create("string:///acme/%s.java".formatted(type)), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    String classPath = System.getProperty("java.class.path");
    Path target = Files.createDirectories(folder);
    List<String> options = List.of("-d", target.toString(), "-classpath", classPath);
    assertThat(compiler.getTask(null, null, null, options, null, List.of(file)).call()).isTrue();
    return services(target, "acme." + type);
  }

  /** Writes the file that names the op of a folder; returns the folder. */
  public static Path services(Path folder, String type) throws IOException {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(services.resolve(Op.class.getName()), type + "\n");
    return folder;
  }

  /** Packs all files of a folder; returns the jar. */
  public static Path jar(Path jar, Path folder) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        entries.putNextEntry(new JarEntry(folder.relativize(file).toString()));
        entries.write(Files.readAllBytes(file));
      }
    }
    return jar;
  }
}
