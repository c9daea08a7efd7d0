package dev.millrace.plan.io;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What a send came to, to wait for: also if only the waiting matters. */
final class Outcome implements RedisClient.Callback {

  private sealed interface Result {
    record Replies(List<RedisReply> replies) implements Result {}

    record Fault(RedisFault fault) implements Result {}
  }

  private final CompletableFuture<Result> result = new CompletableFuture<>();

  static Outcome of(RedisClient client, RedisCommand... commands) {
    return of(client, List.of(commands));
  }

  static Outcome of(RedisClient client, List<RedisCommand> commands) {
    Outcome outcome = new Outcome();
    client.send(commands, outcome);
    return outcome;
  }

  @Override
  public void replied(List<RedisReply> replies) {
    complete(new Result.Replies(replies));
  }

  @Override
  public void failed(RedisFault fault) {
    complete(new Result.Fault(fault));
  }

  private void complete(Result told) {
    if (!result.complete(told)) {
      result.obtrudeException(new AssertionError("told twice: " + told));
    }
  }

  boolean isDone() {
    return result.isDone();
  }

  /** Whether {@code text} came back, and not another reply or a fault. */
  boolean isReplied(String text) {
    return await() instanceof Result.Replies(List<RedisReply> replies)
        && replies.equals(List.of(new RedisReply.Text(text)));
  }

  /** The replies, or the fault, as text. */
  String summary() {
    return switch (await()) {
      case Result.Replies(List<RedisReply> replies) -> replies.toString();
      case Result.Fault(RedisFault fault) -> fault.kind() + " " + fault.message();
    };
  }

  @CanIgnoreReturnValue
  List<RedisReply> replies() {
    return switch (await()) {
      case Result.Replies(List<RedisReply> replies) -> replies;
      case Result.Fault(RedisFault fault) -> throw new AssertionError("no replies but " + fault);
    };
  }

  @CanIgnoreReturnValue
  RedisReply reply() {
    return replies().getFirst();
  }

  RedisFault fault() {
    return switch (await()) {
      case Result.Replies(List<RedisReply> replies) ->
          throw new AssertionError("no fault but " + replies);
      case Result.Fault(RedisFault fault) -> fault;
    };
  }

  private Result await() {
    try {
      return result.get(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }
}
