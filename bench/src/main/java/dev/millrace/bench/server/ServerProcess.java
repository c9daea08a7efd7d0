package dev.millrace.bench.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A server of ours in a process of its own, on a store of its own. Used by one thread. */
final class ServerProcess implements AutoCloseable, Drain.ServerCpu {

  private final Child process;
  private final BenchStore store;
  private final long port;

  private ServerProcess(Child process, BenchStore store) throws IOException {
    this.process = process;
    this.store = store;
    this.port = process.said();
  }

  /** Starts a server and waits until it is ready. Closes the store in the end, come what may. */
  static ServerProcess start(BenchStore store) throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.add("--enable-native-access=ALL-UNNAMED");
    arguments.add("--sun-misc-unsafe-memory-access=allow");
    arguments.add("-cp");
    arguments.add(System.getProperty("java.class.path"));
    arguments.add(BenchedServer.class.getName());
    arguments.add("--http-port=0");
    arguments.addAll(store.flags());
    Child process = Child.java(arguments, store.environment());
    try {
      return new ServerProcess(process, store);
    } catch (IOException e) {
      process.close();
      store.close();
      throw e;
    }
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  /** What the store takes on disk. */
  long diskBytes() throws IOException {
    return store.bytes();
  }

  /** What is in use after a collection. */
  long heapBytes() throws IOException {
    return process.ask("heap");
  }

  /** Waits until what the server has written is on the disk. */
  void settle() throws IOException {
    store.settle();
  }

  @Override
  public long serverNanos() {
    return process.cpuNanos();
  }

  @Override
  public long databaseNanos() {
    return store.databaseCpuNanos();
  }

  @Override
  public void close() {
    process.close();
    store.close();
  }
}
