package dev.millrace.bench.server;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A PostgreSQL of our own, from the programs that are installed on this machine, with its defaults:
 * every commit is on the disk before it is answered. It is removed when closed.
 */
final class PostgresCluster implements AutoCloseable {

  private static final Duration READY = Duration.ofSeconds(60);
  private static final Duration END = Duration.ofSeconds(20);
  private static final Path USUAL = Path.of("/usr/lib/postgresql");

  private final Process process;
  private final Path folder;
  private final Database database;

  private PostgresCluster(Process process, Path folder, Database database) {
    this.process = process;
    this.folder = folder;
    this.database = database;
  }

  static PostgresCluster start(Path parent) throws IOException, InterruptedException {
    Path programs = programs();
    Path folder = Files.createTempDirectory(parent, "millrace-bench-postgres-");
    String data = folder.resolve("data").toAbsolutePath().toString();
    run(programs.resolve("initdb"), folder, "-D", data, "-A", "trust", "-U", "millrace");
    int port = freePort();
    Process process =
        begin(
            programs.resolve("postgres"),
            folder,
            "-D",
            data,
            "-p",
            String.valueOf(port),
            "-h",
            "127.0.0.1",
            "-c",
            "unix_socket_directories=");
    // Whatever ends this process early, no server stays behind.
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(process::destroyForcibly));
    var database =
        new Database("jdbc:postgresql://127.0.0.1:%d/postgres".formatted(port), "millrace", "");
    var cluster = new PostgresCluster(process, folder, database);
    cluster.awaitReady();
    return cluster;
  }

  Database database() {
    return database;
  }

  /** Where initdb and postgres are. */
  private static Path programs() throws IOException {
    List<Path> candidates = new ArrayList<>();
    for (String each : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      candidates.add(Path.of(each));
    }
    if (Files.isDirectory(USUAL)) {
      try (Stream<Path> versions = Files.list(USUAL)) {
        versions.map(version -> version.resolve("bin")).forEach(candidates::add);
      }
    }
    return candidates.stream()
        .filter(each -> Files.isExecutable(each.resolve("initdb")))
        .filter(each -> Files.isExecutable(each.resolve("postgres")))
        .findFirst()
        .orElseThrow(
            () -> new IOException("there is no PostgreSQL on this machine: name one with --url"));
  }

  private static void run(Path program, Path folder, String... arguments)
      throws IOException, InterruptedException {
    Process process = begin(program, folder, arguments);
    if (process.waitFor() != 0) {
      throw new IOException(program + " failed: " + Files.readString(folder.resolve("log")));
    }
  }

  /** PostgreSQL does not run as root; in a user namespace, root is nobody. */
  private static Process begin(Path program, Path folder, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    if ("root".equals(System.getProperty("user.name"))) {
      command.addAll(List.of("unshare", "-U"));
    }
    command.add(program.toString());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
        .start();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitReady() throws IOException {
    long end = System.nanoTime() + READY.toNanos();
    while (true) {
      try (Connection _ = database.connect()) {
        return;
      } catch (SQLException e) {
        if (!process.isAlive() || System.nanoTime() > end) {
          String log = Files.readString(folder.resolve("log"));
          close();
          throw new IOException("PostgreSQL did not start: " + log, e);
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      }
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    Folders.remove(folder);
  }
}
