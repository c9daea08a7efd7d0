package dev.millrace.pipeline;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.Flow;

/**
 * Reads a {@link Flow.Publisher}. It is subscribed to when a lane first asks, and cancelled when
 * the pipeline ends before the publisher does. All lanes pull from the one subscription; each batch
 * goes to one of them. A lane that finds nothing is Blocked, so a slow publisher holds no thread,
 * and a slow pipeline is not sent more than {@code prefetch} batches ahead.
 *
 * <p>What was published before an error still goes through before the error fails the pipeline.
 */
public final class PublisherSource<B> implements SourceOp<B> {
  private final String name;
  private final Flow.Publisher<? extends B> publisher;
  private final int prefetch;

  /**
   * @param prefetch how many batches may be requested or queued and not yet pulled
   */
  public PublisherSource(String name, Flow.Publisher<? extends B> publisher, int prefetch) {
    this.name = requireNonNull(name, "name is null");
    this.publisher = requireNonNull(publisher, "publisher is null");
    if (prefetch < 1) {
      throw new IllegalArgumentException("prefetch is " + prefetch + ", must be positive");
    }
    this.prefetch = prefetch;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Source<B> open(int dop) {
    return new PublisherInbox<>(publisher, prefetch);
  }
}
