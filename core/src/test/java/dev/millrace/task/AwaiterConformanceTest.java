package dev.millrace.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** W04 to W17: tasks that wait for resumers. */
@ParameterizedClass(name = "{0}")
@EnumSource(SchedulerFixture.Kind.class)
class AwaiterConformanceTest extends OnEveryScheduler {

  private static final int MANY = 1_000;

  /** Made by the first step, used by the test once {@link #blocked} says so. */
  private List<Resumer> resumers = List.of();

  private final CompletableFuture<Void> blocked = new CompletableFuture<>();
  private final AtomicInteger steps = new AtomicInteger();

  AwaiterConformanceTest(SchedulerFixture.Kind kind) {
    super(kind);
  }

  /** How a step waits for some resumers. */
  private interface Wait {
    Awaiter on(TaskContext context, List<Resumer> resumers);
  }

  @Test
  void W04_waitThenResume() throws Exception {
    TaskHandle handle = submit(1, false, (c, all) -> c.single(all.getFirst()));
    fixture.await(blocked);
    assertThat(handle.done()).isNotDone();

    resumers.getFirst().resume();

    assertThat(handle.await()).isEqualTo(Outcome.FINISHED);
    assertThat(steps).hasValue(2);
  }

  @Test
  void W05_resumeThenWait() throws Exception {
    TaskHandle handle = submit(1, true, (c, all) -> c.single(all.getFirst()));

    assertThat(handle.await()).isEqualTo(Outcome.FINISHED);
    assertThat(steps).hasValue(2);
  }

  /** Ten instances keep both sides busy, so that the rounds are races and not naps. */
  @Test
  void W06_aHundredThousandRacesOfResumeAndWait() throws Exception {
    int instances = 10;
    int rounds = 10_000;
    AtomicReferenceArray<Resumer> slots = new AtomicReferenceArray<>(instances);
    int[] round = new int[instances];
    Task racing =
        Task.of(
            "racing",
            (c, id) -> {
              if (round[id]++ == rounds) {
                return TaskStatus.FINISHED;
              }
              Resumer resumer = c.newResumer();
              slots.set(id, resumer);
              return TaskStatus.blocked(c.single(resumer), BlockReason.OTHER);
            });
    GroupHandle handle = scheduler.schedule(TaskGroup.of(racing, instances));
    outside()
        .soon(() -> {
          while (!handle.done().isDone()) {
            for (int id = 0; id < instances; id++) {
              Resumer resumer = slots.getAndSet(id, null);
              if (resumer != null) {
                resumer.resume();
              }
            }
          }
        });

    assertThat(handle.await()).isEqualTo(Outcome.FINISHED);
    assertThat(round).containsOnly(rounds + 1);
  }

  @Test
  void W07_anyOfManyWaitFirst() throws Exception {
    TaskHandle handle = submit(MANY, false, TaskContext::any);
    fixture.await(blocked);

    resumers.get(42).resume();

    assertThat(handle.await()).isEqualTo(Outcome.FINISHED);
    assertThat(resumers.stream().filter(Resumer::isResumed).count()).isEqualTo(1);
  }

  @Test
  void W08_theOthersOfAnyCanBeAwaitedAgain() throws Exception {
    int rounds = 100;
    AtomicInteger round = new AtomicInteger();
    Outside outside = outside();
    Task task =
        Task.of(
            "reentrant",
            (c, _) -> {
              if (round.get() == 0) {
                resumers = newResumers(c, MANY);
              } else {
                int fired = fired(round.get() - 1);
                assertThat(resumers.get(fired).isResumed()).isTrue();
                resumers.set(fired, c.newResumer());
                assertThat(resumers).noneMatch(Resumer::isResumed);
              }
              if (round.get() == rounds) {
                return TaskStatus.FINISHED;
              }
              outside.soon(resumers.get(fired(round.getAndIncrement()))::resume);
              return TaskStatus.blocked(c.any(resumers), BlockReason.IO);
            });

    assertThat(scheduler.submit(task).await()).isEqualTo(Outcome.FINISHED);
  }

  private static int fired(int round) {
    return (42 + round * 7) % MANY;
  }

  @Test
  void W09_anyOfManyResumeFirst() throws Exception {
    TaskHandle handle = submit(MANY, true, TaskContext::any);

    assertThat(handle.await()).isEqualTo(Outcome.FINISHED);
  }

  @Test
  void W10_resumersThatOutliveTheirAwaiterDoNoHarm() throws Exception {
    TaskHandle handle = submit(MANY, false, TaskContext::any);
    fixture.await(blocked);
    resumers.get(42).resume();
    assertThat(handle.await()).isEqualTo(Outcome.FINISHED);
    TaskHandle next =
        scheduler.submit(
            Task.of(
                "next", (c, _) -> TaskStatus.blocked(c.single(c.newResumer()), BlockReason.IO)));

    resumers.forEach(Resumer::resume);

    assertThat(steps).hasValue(2);
    next.cancel(null);
    assertThat(next.await()).isEqualTo(new Outcome.Cancelled(null));
  }

  @Test
  void W11_allOfManyWaitFirst() throws Exception {
    TaskHandle handle = submit(MANY, false, TaskContext::all);
    fixture.await(blocked);
    List<Resumer> shuffled = new ArrayList<>(resumers);
    Collections.shuffle(shuffled, new Random(1));

    Resumer last = shuffled.removeLast();
    shuffled.forEach(Resumer::resume);
    // Whoever was woken too early has run before this one, which came later, is done.
    assertThat(scheduler.submit(finishing(() -> {})).await()).isEqualTo(Outcome.FINISHED);
    assertThat(handle.done()).isNotDone();
    assertThat(steps).hasValue(1);
    last.resume();

    assertThat(handle.await()).isEqualTo(Outcome.FINISHED);
  }

  @Test
  void W12_allOfManyResumeFirst() throws Exception {
    TaskHandle handle = submit(MANY, true, TaskContext::all);

    assertThat(handle.await()).isEqualTo(Outcome.FINISHED);
  }

  @Test
  void W13_anAwaiterOverNothingFailsTheTask() throws Exception {
    Task any = Task.of("any", (c, _) -> TaskStatus.blocked(c.any(List.of()), BlockReason.IO));
    Task all = Task.of("all", (c, _) -> TaskStatus.blocked(c.all(List.of()), BlockReason.IO));

    assertThat(errorOf(scheduler.submit(any).await())).isInstanceOf(IllegalArgumentException.class);
    assertThat(errorOf(scheduler.submit(all).await())).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void W14_resumingTwiceIsResumingOnce() throws Exception {
    TaskHandle handle =
        submit(2, false, (c, all) -> c.all(List.of(all.get(0), all.get(1), all.get(0))));
    fixture.await(blocked);

    resumers.get(0).resume();
    resumers.get(0).resume();
    assertThat(scheduler.submit(finishing(() -> {})).await()).isEqualTo(Outcome.FINISHED);
    assertThat(steps).hasValue(1);
    resumers.get(1).resume();

    assertThat(handle.await()).isEqualTo(Outcome.FINISHED);
    assertThat(steps).hasValue(2);
  }

  @Test
  void W16_aChainOfTasksEachResumingTheNext() throws Exception {
    int links = 10_000;
    List<Resumer> chain = new ArrayList<>(Collections.nCopies(links + 1, null));
    CompletableFuture<Void> made = new CompletableFuture<>();
    TaskHandle maker =
        scheduler.submit(
            Task.of(
                "maker",
                (c, _) -> {
                  chain.replaceAll(_ -> c.newResumer());
                  made.complete(null);
                  return TaskStatus.FINISHED;
                }));
    assertThat(maker.await()).isEqualTo(Outcome.FINISHED);
    boolean[] waited = new boolean[links];
    Task link =
        Task.of(
            "link",
            (c, id) -> {
              if (!waited[id]) {
                waited[id] = true;
                return TaskStatus.blocked(c.single(chain.get(id)), BlockReason.OTHER);
              }
              chain.get(id + 1).resume();
              return TaskStatus.FINISHED;
            });
    GroupHandle handle = scheduler.schedule(TaskGroup.of(link, links));

    chain.getFirst().resume();

    assertThat(handle.await()).isEqualTo(Outcome.FINISHED);
    assertThat(chain.getLast().isResumed()).isTrue();
  }

  /** Resumes, raises and cancels while holding a lock that the woken steps would need. */
  @Test
  void W17_noStepRunsOnTheThreadThatResumes() throws Exception {
    ReentrantLock userLock = new ReentrantLock();
    Thread test = Thread.currentThread();
    int kinds = 4;
    CompletableFuture<Void> allBlocked = new CompletableFuture<>();
    List<Resumer> waited = Collections.synchronizedList(new ArrayList<>());
    AtomicInteger entered = new AtomicInteger();
    Task task =
        Task.of(
            "locking",
            (c, id) -> {
              assertThat(userLock.isHeldByCurrentThread() && Thread.currentThread() == test)
                  .as("a step inside resume()")
                  .isFalse();
              if (entered.getAndIncrement() >= kinds) {
                return TaskStatus.FINISHED;
              }
              Resumer resumer = c.newResumer();
              waited.add(resumer);
              if (waited.size() == kinds) {
                allBlocked.complete(null);
              }
              return switch (id) {
                case 0 -> TaskStatus.blocked(c.single(resumer), BlockReason.LOCK);
                case 1 -> TaskStatus.blocked(c.any(List.of(resumer)), BlockReason.LOCK);
                case 2 -> TaskStatus.blocked(c.all(List.of(resumer)), BlockReason.LOCK);
                default -> TaskStatus.BLOCKED_ON_SIGNAL;
              };
            });
    GroupHandle handle = scheduler.schedule(TaskGroup.of(task, kinds));
    fixture.await(allBlocked);
    GroupHandle other = scheduler.schedule(TaskGroup.of(blockedForEver(kinds), kinds));
    fixture.await(blocked);
    AtomicBoolean endedInside = new AtomicBoolean();
    var _ =
        other
            .done()
            .thenRun(() ->
                endedInside.set(
                    userLock.isHeldByCurrentThread() && Thread.currentThread() == test));

    userLock.lock();
    try {
      waited.forEach(Resumer::resume);
      handle.signal(3).raise();
      other.cancel(null);
    } finally {
      userLock.unlock();
    }

    assertThat(handle.await()).isEqualTo(Outcome.FINISHED);
    assertThat(other.await()).isEqualTo(new Outcome.Cancelled(null));
    assertThat(endedInside).as("an end inside cancel()").isFalse();
  }

  private Task blockedForEver(int count) {
    AtomicInteger begun = new AtomicInteger();
    return Task.of(
        "blocked for ever",
        (c, id) -> {
          if (begun.incrementAndGet() == count) {
            blocked.complete(null);
          }
          return id % 2 == 0
              ? TaskStatus.blocked(c.single(c.newResumer()), BlockReason.LOCK)
              : TaskStatus.BLOCKED_ON_SIGNAL;
        });
  }

  @Test
  void timersAndStagesResume() throws Exception {
    CompletableFuture<String> stage = new CompletableFuture<>();
    CompletableFuture<String> failing = new CompletableFuture<>();
    Outside outside = outside();
    Task task =
        blockingOnce(
            1,
            (c, _) -> {
              outside.soon(() -> stage.complete("value"));
              outside.soon(() -> failing.completeExceptionally(new IllegalStateException()));
              return TaskStatus.blocked(
                  c.all(
                      List.of(
                          c.newTimer(Duration.ofMillis(1)),
                          c.resumerOf(stage),
                          c.resumerOf(failing))),
                  BlockReason.IO);
            });

    assertThat(scheduler.submit(task).await()).isEqualTo(Outcome.FINISHED);
    assertThat(stage).isCompleted();
  }

  // ---- help

  /** A task that blocks once on {@code count} resumers, which may have been resumed before. */
  private TaskHandle submit(int count, boolean resumed, Wait wait) {
    return scheduler.submit(
        Task.of(
            "waiting",
            (c, _) -> {
              if (steps.getAndIncrement() > 0) {
                return TaskStatus.FINISHED;
              }
              resumers = newResumers(c, count);
              if (resumed) {
                resumers.forEach(Resumer::resume);
              }
              Awaiter awaiter = wait.on(c, resumers);
              assertThat(awaiter.isReady()).isEqualTo(resumed);
              blocked.complete(null);
              return TaskStatus.blocked(awaiter, BlockReason.IO);
            }));
  }

  private static List<Resumer> newResumers(TaskContext context, int count) {
    return new ArrayList<>(Stream.generate(context::newResumer).limit(count).toList());
  }
}
