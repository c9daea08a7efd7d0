package dev.millrace.server.app;

import dev.millrace.server.engine.Engine;
import dev.millrace.server.store.QueueSize;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/**
 * What waits in each queue and when somebody last asked for it, read from the store when somebody
 * wants to know. Counting takes longer the more there is, so it is done for a small part of the
 * time only, and what was found last is shown in between. Thread-safe.
 */
final class QueueMeters {

  /** How many queues are shown, the longest first: each is a series for whoever collects them. */
  private static final int MOST = 1_000;

  private static final long SHORTEST_PAUSE = TimeUnit.SECONDS.toNanos(5);

  /** A pause is so many times as long as the counting before it. */
  private static final int PAUSES = 20;

  private static final Comparator<QueueSize> LONGEST_FIRST =
      Comparator.<QueueSize>comparingLong(size -> size.ready() + size.delayed())
          .reversed()
          .thenComparing(QueueSize::queue);

  private final Engine engine;
  private final InstantSource wall;

  /** For pauses: nobody sets it back. */
  private final LongSupplier nanos;

  private final MultiGauge ready;
  private final MultiGauge delayed;
  private final MultiGauge oldest;
  private final MultiGauge polled;

  /** When to count again; guarded by this. */
  private long next;

  private QueueMeters(
      Engine engine, PrometheusMeterRegistry registry, InstantSource wall, LongSupplier nanos) {
    this.engine = engine;
    this.wall = wall;
    this.nanos = nanos;
    this.next = nanos.getAsLong();
    ready = gauge(registry, "ready", "Tasks that may be handed out");
    delayed = gauge(registry, "delayed", "Tasks whose time has not come");
    oldest = gauge(registry, "oldest.seconds", "How long the oldest task that is ready has waited");
    polled = gauge(registry, "polled.seconds", "How long ago somebody last polled");
  }

  private static MultiGauge gauge(PrometheusMeterRegistry registry, String name, String meaning) {
    return MultiGauge.builder("millrace.queue." + name).description(meaning).register(registry);
  }

  /** A registry that has them, as new as they may be, whenever it is asked. */
  static PrometheusMeterRegistry registry(Engine engine, InstantSource wall, LongSupplier nanos) {
    return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT) {
      private final QueueMeters queues = new QueueMeters(engine, this, wall, nanos);

      @Override
      public String scrape() {
        queues.refresh();
        return super.scrape();
      }
    };
  }

  private synchronized void refresh() {
    long began = nanos.getAsLong();
    if (began - next < 0) {
      return;
    }
    try {
      show(engine.queueSizes().join());
    } catch (CompletionException e) { // the store does not answer, and others say so
      ready.register(List.of(), true);
      delayed.register(List.of(), true);
      oldest.register(List.of(), true);
    }
    showPolls();
    long ended = nanos.getAsLong();
    next = ended + Math.max(SHORTEST_PAUSE, PAUSES * (ended - began));
  }

  private void show(List<QueueSize> all) {
    var sizes = all.stream().sorted(LONGEST_FIRST).limit(MOST).toList();
    long now = wall.millis();
    ready.register(rows(sizes, QueueSize::ready), true);
    delayed.register(rows(sizes, QueueSize::delayed), true);
    oldest.register(
        rows(sizes, size -> size.oldest() == 0 ? 0 : Math.max(0, now - size.oldest()) / 1e3), true);
  }

  /** Names of queues are a type, or a domain and a type; types have no colon. */
  private static List<Row<?>> rows(List<QueueSize> sizes, ToDoubleFunction<QueueSize> value) {
    return sizes.stream()
        .<Row<?>>map(size -> {
          int colon = size.queue().lastIndexOf(':');
          var domain = colon < 0 ? "" : size.queue().substring(0, colon);
          return Row.of(tags(size.queue().substring(colon + 1), domain), value.applyAsDouble(size));
        })
        .toList();
  }

  private void showPolls() {
    long now = wall.millis();
    var rows =
        engine.tasks().pollData(null).join().stream()
            .limit(MOST)
            .<Row<?>>map(poll -> {
              var domain = poll.domain() == null ? "" : poll.domain();
              double ago = Math.max(0, now - poll.lastPollTime()) / 1e3;
              return Row.of(tags(poll.queueName(), domain), ago);
            })
            .toList();
    polled.register(rows, true);
  }

  private static Tags tags(String type, String domain) {
    return Tags.of("type", type, "domain", domain);
  }
}
