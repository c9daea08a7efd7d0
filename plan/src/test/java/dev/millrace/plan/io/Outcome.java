package dev.millrace.plan.io;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What a send came to, to wait for: also if only the waiting matters. */
final class Outcome implements RedisClient.Callback {

  private final CompletableFuture<List<RedisReply>> replies = new CompletableFuture<>();
  private final CompletableFuture<RedisFault> fault = new CompletableFuture<>();

  static Outcome of(RedisClient client, RedisCommand... commands) {
    Outcome outcome = new Outcome();
    client.send(List.of(commands), outcome);
    return outcome;
  }

  static Outcome of(RedisClient client, List<RedisCommand> commands) {
    Outcome outcome = new Outcome();
    client.send(commands, outcome);
    return outcome;
  }

  @Override
  public void replied(List<RedisReply> all) {
    fault.completeExceptionally(new AssertionError("no fault but " + all));
    if (!replies.complete(all)) {
      throw new AssertionError("told twice");
    }
  }

  @Override
  public void failed(RedisFault reason) {
    replies.completeExceptionally(new AssertionError("no replies but " + reason));
    if (!fault.complete(reason)) {
      throw new AssertionError("told twice");
    }
  }

  boolean isDone() {
    return replies.isDone();
  }

  /** Whether {@code text} came back, and not another reply or a fault. */
  boolean isReplied(String text) {
    try {
      return reply().equals(new RedisReply.Text(text));
    } catch (AssertionError e) {
      return false;
    }
  }

  /** The replies, or the fault, as text. */
  String summary() {
    return replies
        .thenApply(List::toString)
        .exceptionallyCompose(_ -> fault.thenApply(it -> it.kind() + " " + it.message()))
        .orTimeout(60, TimeUnit.SECONDS)
        .join();
  }

  @CanIgnoreReturnValue
  List<RedisReply> replies() {
    return await(replies);
  }

  @CanIgnoreReturnValue
  RedisReply reply() {
    return replies().getFirst();
  }

  RedisFault fault() {
    return await(fault);
  }

  private static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }
}
