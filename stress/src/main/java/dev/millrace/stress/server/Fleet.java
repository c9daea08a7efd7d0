package dev.millrace.stress.server;

import dev.millrace.server.store.postgres.PostgresSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Servers on one store, each at a place that it keeps when it is started again. Not thread-safe.
 */
final class Fleet implements AutoCloseable {

  private final Path folder;
  private final @Nullable PostgresSettings postgres;
  private final List<Integer> ports = new ArrayList<>();
  private final List<ChildProcess> servers = new ArrayList<>();

  private Fleet(Path folder, @Nullable PostgresSettings postgres) {
    this.folder = folder;
    this.postgres = postgres;
  }

  /**
   * Starts them one after the other, the first makes the tables.
   *
   * @param postgres the database; null for a file in the folder
   */
  static Fleet start(int count, Path folder, @Nullable PostgresSettings postgres)
      throws IOException, InterruptedException {
    var fleet = new Fleet(folder, postgres);
    boolean started = false;
    try {
      for (int i = 0; i < count; i++) {
        fleet.ports.add(freePort());
        fleet.servers.add(fleet.launch(i));
        fleet.servers.get(i).awaitReady();
      }
      started = true;
      return fleet;
    } finally {
      if (!started) {
        fleet.close();
      }
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private ChildProcess launch(int index) throws IOException {
    int port = ports.get(index);
    var arguments =
        postgres == null
            ? ServerMain.onFile(port, folder.resolve("tasks.db"))
            : ServerMain.onPostgres(port, postgres);
    return ChildProcess.start("server-" + index, ServerMain.class, arguments, folder, _ -> {});
  }

  int size() {
    return servers.size();
  }

  List<String> urls() {
    return ports.stream().map(port -> "http://127.0.0.1:" + port).toList();
  }

  /** Ends one, in the midst of whatever it does. */
  void kill(int index) {
    servers.get(index).kill();
  }

  void restart(int index) throws IOException, InterruptedException {
    servers.set(index, launch(index));
    servers.get(index).awaitReady();
  }

  /** What died although nobody killed it. */
  List<String> dead() {
    return servers.stream()
        .filter(server -> !server.isAlive())
        .map(ChildProcess::lastLines)
        .toList();
  }

  @Override
  public void close() {
    servers.forEach(ChildProcess::kill);
  }
}
