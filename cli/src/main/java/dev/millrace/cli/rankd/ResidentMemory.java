package dev.millrace.cli.rankd;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How much memory of the machine this process takes. */
final class ResidentMemory {

  private static final Path STATUS = Path.of("/proc/self/status");

  private ResidentMemory() {}

  /** In kibibytes; 0 where the system does not say. */
  static long kilobytes() {
    try {
      for (String line : Files.readAllLines(STATUS)) {
        if (line.startsWith("VmRSS:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
      }
      return 0;
    } catch (IOException e) {
      return 0; // not Linux
    }
  }
}
