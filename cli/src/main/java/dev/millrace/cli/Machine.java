package dev.millrace.cli;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.DriverManager;
import java.sql.SQLException;

/** What {@code doctor} looks at; read once, so that its judgement is a function of this. */
record Machine(
    Runtime.Version jdk,
    String jdkVendor,
    String javaHome,
    long heapBytes,
    long memoryBytes,
    int cores,
    int port,
    boolean portFree,
    Store store) {

  /**
   * The embedded store, whose library has to be unpacked and loaded.
   *
   * @param detail its version, or why it does not work
   */
  record Store(boolean works, String detail) {}

  /** The port that the server will listen on unless told otherwise. */
  static final int SERVER_PORT = 8080;

  static Machine current() {
    var os = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return new Machine(
        Runtime.version(),
        System.getProperty("java.vendor", "unknown vendor"),
        System.getProperty("java.home", "unknown home"),
        Runtime.getRuntime().maxMemory(),
        os.getTotalMemorySize(),
        Runtime.getRuntime().availableProcessors(),
        SERVER_PORT,
        isFree(SERVER_PORT),
        triedStore());
  }

  private static Store triedStore() {
    try (var connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
      return new Store(true, "SQLite " + connection.getMetaData().getDatabaseProductVersion());
    } catch (SQLException e) {
      return new Store(false, String.valueOf(e.getMessage()));
    } catch (LinkageError e) { // no library for this platform, or it may not be loaded
      return new Store(false, e.toString());
    }
  }

  /** Whether a server on this machine could listen on the port now, on the loopback address. */
  static boolean isFree(int port) {
    try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException inUse) {
      return false;
    }
  }
}
