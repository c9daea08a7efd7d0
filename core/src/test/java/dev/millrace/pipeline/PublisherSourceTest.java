package dev.millrace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.task.Outcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("dev.millrace.task.SchedulerFixture#matrix")
class PublisherSourceTest extends SchedulerSuite {
  private final HandPublisher publisher = new HandPublisher();
  private final List<Long> taken = new CopyOnWriteArrayList<>();
  private final SinkOp<Long> taking =
      SinkOp.of(
          "taking",
          (_, input) -> {
            taken.add(input);
            return OpOutput.needsMore();
          });

  @Test
  void everyBatchGoesToOneLane() throws Exception {
    var seen = ConcurrentHashMap.<Long>newKeySet();
    var twice = new AtomicInteger();
    SinkOp<Long> once =
        SinkOp.of(
            "once",
            (_, input) -> {
              if (!seen.add(input)) {
                twice.incrementAndGet();
              }
              return OpOutput.needsMore();
            });
    // Large enough that the one who submits never waits for room.
    var numbers = new SubmissionPublisher<Long>(fixture::later, 1 << 15);
    Flow.Publisher<Long> submitting =
        subscriber -> {
          numbers.subscribe(subscriber);
          fixture.later(() -> {
            LongStream.range(0, 20_000).forEach(numbers::submit);
            numbers.close();
          });
        };
    var run = start(new PublisherSource<>("S", submitting, 16), once);
    assertThat(fixture.await(run.done())).isEqualTo(Outcome.FINISHED);
    assertThat(seen).hasSize(20_000);
    assertThat(twice).hasValue(0);
  }

  @Test
  void neverHasMoreThanThePrefetchOutstandingAndAsksSerially() throws Exception {
    var sent = new AtomicLong();
    publisher.answering(n -> {
      for (long i = 0; i < n && sent.get() < 1000; i++) {
        subscriber().onNext(sent.getAndIncrement());
      }
      if (sent.get() == 1000) {
        subscriber().onComplete();
      }
      if (publisher.requested.get() - taken.size() > 8 + dop) {
        publisher.violations.incrementAndGet();
      }
    });
    assertThat(run(8)).isEqualTo(Outcome.FINISHED);
    assertThat(taken).hasSize(1000).doesNotHaveDuplicates();
    assertThat(publisher.violations).hasValue(0);
  }

  @Test
  void anErrorComesAfterWhatWasSentBefore() throws Exception {
    var error = new Exception("from the publisher");
    publisher.answering(_ -> {
      subscriber().onNext(1L);
      subscriber().onNext(2L);
      subscriber().onError(error);
    });
    assertThat(run(8))
        .isInstanceOfSatisfying(
            Outcome.Failed.class, failed -> assertThat(failed.error()).isSameAs(error));
    if (dop == 1) {
      assertThat(taken).containsExactly(1L, 2L);
    }
  }

  @Test
  void anErrorWakesLanesThatWait() throws Exception {
    var error = new Exception("later");
    publisher.answering(_ -> fixture.later(() -> subscriber().onError(error)));
    assertThat(run(8)).isInstanceOf(Outcome.Failed.class);
  }

  @Test
  void anEarlyEndCancelsTheSubscription() throws Exception {
    publisher.answering(_ -> subscriber().onNext(1L));
    var run =
        start(
            new PublisherSource<>("S", publisher, 4),
            SinkOp.of("enough", (_, _) -> OpOutput.finished()));
    assertThat(fixture.await(run.done())).isEqualTo(Outcome.FINISHED);
    assertThat(publisher.cancelled).isCompleted();
    subscriber().onNext(2L); // already on its way: harmless
    subscriber().onComplete();
  }

  @Test
  void cancellingTheRunCancelsTheSubscription() throws Exception {
    var started = new CompletableFuture<PipelineRun>();
    publisher.answering(_ -> {
      var _ = started.thenAccept(run -> fixture.later(() -> run.cancel(null)));
    });
    var run = start(new PublisherSource<>("S", publisher, 4), taking);
    started.complete(run);
    assertThat(fixture.await(run.done())).isInstanceOf(Outcome.Cancelled.class);
    assertThat(publisher.cancelled).isCompleted();
  }

  @Test
  void aSecondSubscriptionIsCancelled() throws Exception {
    var second = new HandPublisher();
    publisher.answering(_ -> {
      subscriber().onSubscribe(second);
      subscriber().onComplete();
    });
    assertThat(run(1)).isEqualTo(Outcome.FINISHED);
    assertThat(second.cancelled).isCompleted();
    assertThat(second.requested).hasValue(0);
  }

  @Test
  void aPublisherThatSendsMoreThanWasRequestedFails() throws Exception {
    publisher.answering(_ -> LongStream.range(0, 3).forEach(n -> subscriber().onNext(n)));
    assertThat(run(2))
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> assertThat(failed.error()).hasMessageContaining("more than was requested"));
    assertThat(publisher.cancelled).isCompleted();
  }

  @Test
  void afterItsLastSignalThePublisherIsNotCancelled() throws Exception {
    publisher.answering(_ -> subscriber().onComplete());
    assertThat(run(4)).isEqualTo(Outcome.FINISHED);
    assertThat(publisher.cancelled).isNotDone();
  }

  @Test
  void afterItsErrorThePublisherIsNotCancelled() throws Exception {
    publisher.answering(_ -> subscriber().onError(new Exception("from the publisher")));
    assertThat(run(4)).isInstanceOf(Outcome.Failed.class);
    assertThat(publisher.cancelled).isNotDone();
  }

  @Test
  void aRequestThatThrowsFailsTheSourceAndCancelsTheSubscription() throws Exception {
    var broken = new IllegalStateException("request");
    publisher.answering(_ -> {
      if (publisher.requested.get() > 1) {
        throw broken;
      }
      subscriber().onNext(1L);
    });
    assertThat(run(1))
        .isInstanceOfSatisfying(
            Outcome.Failed.class, failed -> assertThat(failed.error()).isSameAs(broken));
    assertThat(taken).containsExactly(1L);
    assertThat(publisher.cancelled).isCompleted();
  }

  @Test
  void aRequestThatThrowsOnAnotherThreadWakesTheLanes() throws Exception {
    var broken = new IllegalStateException("request");
    Flow.Publisher<Long> late = subscriber -> fixture.later(() -> publisher.subscribe(subscriber));
    publisher.answering(_ -> {
      throw broken;
    });
    Outcome outcome = fixture.await(start(new PublisherSource<>("S", late, 4), taking).done());
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Failed.class, failed -> assertThat(failed.error()).isSameAs(broken));
  }

  @Test
  void refusesNullSignals() {
    var inbox = new PublisherInbox<>(publisher, 1);
    assertThatThrownBy(() -> inbox.onNext(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> inbox.onError(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> inbox.onSubscribe(null)).isInstanceOf(NullPointerException.class);
  }

  private Flow.Subscriber<? super Long> subscriber() {
    return publisher.subscriber.join();
  }

  private Outcome run(int prefetch) throws Exception {
    return fixture.await(start(new PublisherSource<>("S", publisher, prefetch), taking).done());
  }

  private PipelineRun start(SourceOp<Long> source, SinkOp<Long> sink) {
    return new PipelineRunner(fixture.scheduler())
        .run(LogicalPipeline.of("flow", source, List.of(), sink), PipelineOptions.ofDop(dop));
  }
}
