package dev.millrace.server.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class TurnTest {

  private static final Executor THREADS = task -> Thread.ofVirtual().start(task);

  private final Turn turn = new Turn();
  private final AtomicInteger nudges = new AtomicInteger();

  @Test
  void nobody_is_nudged_if_it_is_free() {
    turn.takeBack(nudges::incrementAndGet);
    turn.pass();
    turn.take();
    assertThat(nudges).hasValue(0);
  }

  @Test
  void it_is_one_hands_at_a_time() throws Exception {
    turn.take();
    var other = CompletableFuture.runAsync(turn::take, THREADS);
    assertThat(other).isNotDone();
    turn.pass();
    other.get(30, TimeUnit.SECONDS);
  }

  /** However soon the one who waited for commands wants it again. */
  @Test
  void who_is_nudged_and_passes_it_gets_it_after_who_wants_it_back() throws Exception {
    for (int i = 0; i < 1_000; i++) {
      turn.take();
      var nudged = new CompletableFuture<Void>();
      var hadBefore = new AtomicInteger();
      var back =
          CompletableFuture.runAsync(
              () -> {
                turn.takeBack(() -> nudged.complete(null));
                hadBefore.incrementAndGet();
                turn.pass();
              },
              THREADS);
      nudged.get(30, TimeUnit.SECONDS);
      turn.pass();
      turn.take();
      assertThat(hadBefore).hasValue(1);
      turn.pass();
      back.get(30, TimeUnit.SECONDS);
    }
  }
}
