package dev.millrace.plan.op;

import dev.millrace.plan.io.RedisClient;
import dev.millrace.plan.io.RedisCommand;
import dev.millrace.plan.io.RedisFault;
import dev.millrace.plan.io.RedisReply;
import java.util.List;
import java.util.function.Consumer;

/**
 * The reads of one node: whatever goes wrong fails the node with an error that begins with the op.
 *
 * @param op the op's short name
 */
record RedisReads(String op, RedisClient redis, NodeReply reply) {

  /** Sends {@code commands} together; {@code then} gets their replies, none of them an error. */
  void send(List<RedisCommand> commands, Consumer<List<RedisReply>> then) {
    if (commands.isEmpty()) {
      then.accept(List.of());
      return;
    }
    redis.send(
        commands,
        new RedisClient.Callback() {
          @Override
          public void replied(List<RedisReply> replies) {
            accept(replies, then);
          }

          @Override
          public void failed(RedisFault fault) {
            fail(fault.message());
          }
        });
  }

  private void accept(List<RedisReply> replies, Consumer<List<RedisReply>> then) {
    for (RedisReply each : replies) {
      if (each instanceof RedisReply.ServerError error) {
        fail(error.message());
        return;
      }
    }
    try {
      then.accept(replies);
    } catch (RuntimeException e) { // runs on the client's thread, which must survive a defect here
      reply.fail(e);
    }
  }

  /** Fails the node: the server answered something that the command never gives. */
  void failUnexpected(RedisReply unexpected, String command) {
    fail("Unexpected reply type for %s: %s".formatted(command, unexpected));
  }

  private void fail(String message) {
    reply.fail(new OpException(OpException.Kind.IO, op + ": " + message));
  }
}
