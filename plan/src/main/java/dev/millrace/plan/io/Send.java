package dev.millrace.plan.io;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One send of a caller, and its replies as they come. Guarded by its client's lock until it is
 * over; what came of it does not change then.
 */
final class Send {

  final List<RedisCommand> commands;
  final long startedAt;

  /** The flight of each command; empty places until the send is let in. */
  final @Nullable Flight[] flights;

  /** How many of its own flights are not landed. It has its permit until there are none. */
  int onWire;

  private final RedisClient.Callback callback;
  private final @Nullable RedisReply[] replies;
  private int unanswered;
  private long bytes;
  private boolean over;
  private @Nullable RedisFault fault;

  Send(List<RedisCommand> commands, RedisClient.Callback callback, long startedAt) {
    this.commands = commands;
    this.callback = callback;
    this.startedAt = startedAt;
    this.flights = new @Nullable Flight[commands.size()];
    this.replies = new @Nullable RedisReply[commands.size()];
    this.unanswered = commands.size();
  }

  boolean over() {
    return over;
  }

  /** Whether this was the last reply that was missing. */
  boolean answer(int index, RedisReply reply, long size) {
    replies[index] = reply;
    bytes += size;
    unanswered--;
    over = unanswered == 0;
    return over;
  }

  boolean unanswered(int index) {
    return replies[index] == null;
  }

  /** How large the replies are that have come. */
  long bytes() {
    return bytes;
  }

  void fail(RedisFault reason) {
    over = true;
    fault = reason;
    // Late replies of its flights may be long in coming; nobody looks at these any more.
    Arrays.fill(replies, null);
  }

  /** Each is equal to itself alone; to make up a hash for that takes the JVM as long as a reply. */
  @Override
  public int hashCode() {
    return Long.hashCode(startedAt * 0x9E37_79B9_7F4A_7C15L);
  }

  /** Tells the caller. To be called once, without the lock. */
  void tell() {
    if (fault != null) {
      callback.failed(fault);
    } else {
      callback.replied(allReplies());
    }
  }

  @SuppressWarnings("NullAway") // over without a fault: every place is filled
  private List<RedisReply> allReplies() {
    return replies.length == 1
        ? List.of(replies[0])
        : Collections.unmodifiableList(Arrays.asList(replies));
  }
}
