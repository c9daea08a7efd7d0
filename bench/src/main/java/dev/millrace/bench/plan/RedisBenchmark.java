package dev.millrace.bench.plan;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** {@code redis-benchmark}, where it is installed. */
record RedisBenchmark(Path executable) {

  private static final int CLIENTS = 50;
  private static final int PIPELINE = 16;
  private static final int COMMANDS_OF_MILLISECOND = 400;
  private static final long LIMIT_SECONDS = 60;

  /** The one on the {@code PATH}. */
  static Optional<RedisBenchmark> find(String path) {
    return List.of(path.split(File.pathSeparator)).stream()
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, "redis-benchmark"))
        .filter(Files::isExecutable)
        .findFirst()
        .map(RedisBenchmark::new);
  }

  /** Commands a second, over about so many milliseconds: reads of hashes of random users. */
  double commandsPerSecond(int port, long millis) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                executable.toString(),
                "-h",
                "127.0.0.1",
                "-p",
                String.valueOf(port),
                "-c",
                String.valueOf(CLIENTS),
                "-P",
                String.valueOf(PIPELINE),
                "-n",
                String.valueOf(millis * COMMANDS_OF_MILLISECOND),
                "-r",
                String.valueOf(BareRedis.USERS),
                "--csv",
                "HGETALL",
                "user:__rand_int__")
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException("redis-benchmark failed: " + output);
    }
    return parse(output);
  }

  /** The second field of the last line; older versions print no head. */
  static double parse(String csv) throws IOException {
    String line = csv.strip().lines().reduce("", (_, last) -> last);
    String[] fields = line.split("\",\"", -1);
    try {
      return Double.parseDouble(fields[1].replace("\"", ""));
    } catch (ArrayIndexOutOfBoundsException | NumberFormatException e) {
      throw new IOException("redis-benchmark printed: " + csv, e);
    }
  }
}
