package dev.millrace.task.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.task.LoggedFaults;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Resumers and awaiters by themselves: W01 to W16, as far as no scheduler is needed. */
class ResumerTest {

  private final List<Integer> ran = Collections.synchronizedList(new ArrayList<>());

  @Test
  void W01_callbacksRunInOrderAtResumeAndLateOnesAtOnce() {
    var resumer = new OneShotResumer();
    for (int i = 0; i < 5; i++) {
      int number = i;
      resumer.onResume(() -> ran.add(number));
    }
    assertThat(ran).isEmpty();
    assertThat(resumer.isResumed()).isFalse();

    resumer.resume();
    assertThat(resumer.isResumed()).isTrue();
    assertThat(ran).containsExactly(0, 1, 2, 3, 4);

    resumer.onResume(() -> ran.add(5));
    assertThat(ran).endsWith(5);
    resumer.resume();
    assertThat(ran).hasSize(6);
  }

  @Test
  void W02_callbacksAddedByTheResumingThreadRun() throws Exception {
    var resumer = new OneShotResumer();
    resumer.onResume(() -> ran.add(1));
    Thread resuming =
        Thread.ofPlatform()
            .start(() -> {
              resumer.onResume(() -> ran.add(2));
              resumer.resume();
              resumer.onResume(() -> ran.add(3));
            });
    resuming.join();

    assertThat(ran).containsExactly(1, 2, 3);
  }

  @Test
  void W03_aCallbackAddedByWhoeverSawTheResumeRunsAtOnce() throws Exception {
    for (int round = 0; round < 1_000; round++) {
      var resumer = new OneShotResumer();
      Thread observing =
          Thread.ofVirtual()
              .start(() -> {
                while (!resumer.isResumed()) {
                  Thread.onSpinWait();
                }
                resumer.onResume(() -> ran.add(1));
              });
      resumer.onResume(() -> ran.add(0));
      resumer.resume();
      observing.join();

      assertThat(ran).containsExactlyInAnyOrder(0, 1);
      ran.clear();
    }
  }

  @Test
  void W06_suspendAndResumeNeverMissEachOther() throws Exception {
    int rounds = 100_000;
    try (var other = Executors.newSingleThreadExecutor()) {
      OneShotResumer[] resumers = new OneShotResumer[rounds];
      AtomicInteger turn = new AtomicInteger(-1);
      for (int i = 0; i < rounds; i++) {
        resumers[i] = new OneShotResumer();
      }
      Future<?> resuming =
          other.submit(() -> {
            for (int i = 0; i < rounds; i++) {
              while (turn.get() < i) {
                Thread.onSpinWait();
              }
              resumers[i].resume();
            }
          });
      AtomicInteger told = new AtomicInteger();
      int notSuspended = 0;
      for (int i = 0; i < rounds; i++) {
        Suspender awaiter =
            i % 2 == 0 ? resumers[i] : CountingAwaiter.any(List.of(resumers[i], never()));
        turn.set(i);
        for (int wait = i % 50; wait > 0; wait--) {
          Thread.onSpinWait(); // so that the other thread comes before, during and after
        }
        if (!awaiter.suspend(told::incrementAndGet)) {
          notSuspended++;
        }
      }
      resuming.get();

      assertThat(told.get() + notSuspended).isEqualTo(rounds);
    }
  }

  @Test
  void W13_anAwaiterOverNothingIsRejected() {
    assertThatThrownBy(() -> CountingAwaiter.any(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CountingAwaiter.all(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CountingAwaiter.any(null)).isInstanceOf(NullPointerException.class);
  }

  @Test
  void W14_duplicatesAndSecondResumesCountOnce() {
    var x = new OneShotResumer();
    var y = new OneShotResumer();
    CountingAwaiter all = CountingAwaiter.all(List.of(x, y, x));
    AtomicInteger told = new AtomicInteger();
    assertThat(all.suspend(told::incrementAndGet)).isTrue();

    x.resume();
    x.resume();
    assertThat(told).hasValue(0);
    assertThat(all.isReady()).isFalse();
    y.resume();
    assertThat(told).hasValue(1);
    assertThat(all.isReady()).isTrue();
  }

  @Test
  void W15_aHundredThousandReawaitsLeaveNoListener() {
    var longArmed = new OneShotResumer();
    for (int i = 0; i < 100_000; i++) {
      var often = new OneShotResumer();
      CountingAwaiter any = CountingAwaiter.any(List.of(longArmed, often));
      AtomicInteger told = new AtomicInteger();
      assertThat(any.suspend(told::incrementAndGet)).isTrue();
      if (i % 2 == 0) {
        often.resume();
        assertThat(told).hasValue(1);
      } else {
        any.abandon(() -> {});
      }
      assertThat(longArmed.listeners()).isZero();
    }
  }

  @Test
  void W15_anAwaiterThatIsReadyAtOnceLeavesNoListener() {
    var armed = new OneShotResumer();
    var resumed = new OneShotResumer();
    resumed.resume();

    assertThat(CountingAwaiter.any(List.of(armed, resumed)).suspend(() -> {})).isFalse();
    assertThat(armed.listeners()).isZero();
  }

  @Test
  void W16_aChainOfTenThousandResumersNeedsNoStack() throws Exception {
    int links = 10_000;
    OneShotResumer[] chain = new OneShotResumer[links];
    for (int i = links - 1; i >= 0; i--) {
      chain[i] = new OneShotResumer();
      if (i + 1 < links) {
        chain[i].onResume(chain[i + 1]::resume);
      }
    }
    Thread smallStack = new Thread(null, chain[0]::resume, "small stack", 128 * 1024);
    smallStack.start();
    smallStack.join();

    assertThat(chain[links - 1].isResumed()).isTrue();
  }

  @Test
  void W16_twoResumersThatResumeEachOtherDoNotDeadlock() {
    var x = new OneShotResumer();
    var y = new OneShotResumer();
    x.onResume(y::resume);
    y.onResume(x::resume);
    x.onResume(() -> ran.add(1));

    y.resume();

    assertThat(ran).containsExactly(1);
    assertThat(x.isResumed()).isTrue();
  }

  @Test
  void aCallbackThatThrowsKeepsNobodyFromBeingTold() {
    var resumer = new OneShotResumer();
    resumer.onResume(() -> {
      throw new IllegalStateException("on purpose");
    });
    resumer.onResume(() -> ran.add(1));
    AtomicInteger told = new AtomicInteger();
    assertThat(resumer.suspend(told::incrementAndGet)).isTrue();

    try (var faults = new LoggedFaults(Callback.class.getName())) {
      resumer.resume();
      assertThat(faults.thrown()).hasSize(1);
    }

    assertThat(ran).containsExactly(1);
    assertThat(told).hasValue(1);
  }

  /** Time for each grows with the crowd only by mistake; then this takes minutes. */
  @Test
  @Timeout(30)
  void aCrowdOfListenersIsToldInOrderAndCanLeave() {
    int crowd = 300_000;
    var resumer = new OneShotResumer();
    ResumeListener[] listeners = new ResumeListener[crowd];
    for (int i = 0; i < crowd; i++) {
      int number = i;
      listeners[i] = () -> ran.add(number);
      assertThat(resumer.add(listeners[i])).isTrue();
    }
    for (int i = crowd - 1; i >= 0; i--) {
      if (i % 10_000 != 0) {
        resumer.remove(listeners[i]);
      }
    }
    assertThat(resumer.listeners()).isEqualTo(30);

    resumer.resume();

    assertThat(ran).hasSize(30).isSorted();
    assertThat(resumer.add(() -> {})).isFalse();
  }

  @Test
  void nobodyIsLostWhenACrowdGathersDuringTheResume() throws Exception {
    try (var threads = Executors.newFixedThreadPool(2)) {
      for (int round = 0; round < 2_000; round++) {
        var resumer = new OneShotResumer();
        AtomicInteger told = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        List<Future<?>> adding = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
          adding.add(
              threads.submit(() -> {
                for (int n = 0; n < 40; n++) {
                  if (!resumer.add(told::incrementAndGet)) {
                    refused.incrementAndGet();
                  }
                }
              }));
        }
        while (resumer.listeners() < round % 60) {
          Thread.onSpinWait();
        }
        resumer.resume();
        for (Future<?> each : adding) {
          each.get();
        }

        assertThat(told.get() + refused.get()).isEqualTo(80);
      }
    }
  }

  @Test
  void anAwaiterServesOneWait() {
    CountingAwaiter awaiter = CountingAwaiter.any(List.of(never()));
    assertThat(awaiter.suspend(() -> {})).isTrue();

    assertThatThrownBy(() -> awaiter.suspend(() -> {})).isInstanceOf(IllegalStateException.class);
  }

  /** Two tasks on one awaiter: one of them is refused, also if they come at the same moment. */
  @Test
  void anAwaiterSharedByTwoThreadsServesOneOfThem() throws Exception {
    try (var threads = Executors.newFixedThreadPool(2)) {
      for (int round = 0; round < 200; round++) {
        CountingAwaiter all =
            CountingAwaiter.all(Stream.generate(ResumerTest::never).limit(50).toList());
        AtomicInteger here = new AtomicInteger();
        List<Future<Boolean>> suspended = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
          suspended.add(
              threads.submit(() -> {
                here.incrementAndGet();
                while (here.get() < 2) {
                  Thread.onSpinWait();
                }
                try {
                  return all.suspend(() -> {});
                } catch (IllegalStateException refused) {
                  return null;
                }
              }));
        }

        assertThat(List.of(suspended.get(0).get() == null, suspended.get(1).get() == null))
            .containsExactlyInAnyOrder(true, false);
      }
    }
  }

  private static OneShotResumer never() {
    return new OneShotResumer();
  }
}
