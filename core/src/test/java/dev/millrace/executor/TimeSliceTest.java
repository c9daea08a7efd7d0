package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TimeSliceTest {

  private static final String SHORT = Long.toString(TimeSlice.NANOS);

  /** What the kernel tells of the thread that reads it, if it was built to. */
  private static final Path FILE = Path.of("/proc/thread-self/sched");

  @BeforeEach
  void needsALinuxThatTellsSlices() {
    assumeTrue(Files.isReadable(FILE) && told().containsKey("se.slice"), "Linux 6.12 or later");
    assertThat(TimeSlice.class.getModule().isNativeAccessEnabled())
        .as("option of the JVM")
        .isTrue();
  }

  @Test
  void aThreadThatAsksHasAShortSliceAndKeepsWhatElseItHad() throws Exception {
    CompletableFuture<Map<String, String>> before = new CompletableFuture<>();
    CompletableFuture<Map<String, String>> after = new CompletableFuture<>();
    CompletableFuture<Map<String, String>> child = new CompletableFuture<>();
    Thread.ofPlatform()
        .start(() -> {
          before.complete(told());
          askUntilItIsSettled();
          after.complete(told());
          Thread.ofPlatform().start(() -> child.complete(told()));
        });

    assertThat(before.get()).doesNotContainEntry("se.slice", SHORT);
    assertThat(after.get())
        .containsEntry("se.slice", SHORT)
        .containsEntry("prio", before.get().get("prio"))
        .containsEntry("policy", before.get().get("policy"));
    String ordinary = before.get().get("se.slice");
    assertThat(child.get()).as("a thread that it starts").containsEntry("se.slice", ordinary);
    assertThat(told()).as("any other").containsEntry("se.slice", ordinary);
  }

  /** The first time may be too soon: the way has to be found. */
  private static void askUntilItIsSettled() {
    while (!TimeSlice.shorten()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aWorkerThatHasLivedForAWhileHasAskedBeforeItSleeps() throws Exception {
    try (var executor = MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(1))) {
      String slice;
      do {
        slice = CompletableFuture.supplyAsync(TimeSliceTest::told, executor).get().get("se.slice");
      } while (!slice.equals(SHORT)); // it sleeps between any two of them, more or less
    }
  }

  private static Map<String, String> told() {
    try {
      return Files.readAllLines(FILE).stream()
          .map(line -> line.split("\\s*:\\s*"))
          .filter(parts -> parts.length == 2)
          .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1], (one, two) -> one));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
