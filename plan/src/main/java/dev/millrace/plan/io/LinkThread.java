package dev.millrace.plan.io;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisException;

/**
 * What the thread of a link does: connects, reads replies until the connection breaks, and tells
 * the client. Replies are handed over in groups: all that can be read without waiting for the
 * server.
 */
final class LinkThread implements Runnable {

  private static final int LARGEST_GROUP = 256;
  private static final String DIED = "its thread ended unexpectedly";

  private final PipelinedClient client;
  private final Link link;
  private final long mostReplyBytes;
  private final Deque<Flight> owed = new ArrayDeque<>();
  private List<Reads.Answer> group = new ArrayList<>();

  LinkThread(PipelinedClient client, Link link, long mostReplyBytes) {
    this.client = client;
    this.link = link;
    this.mostReplyBytes = mostReplyBytes;
  }

  @Override
  public void run() {
    Wire wire = open();
    if (wire == null) {
      return;
    }
    String reason = DIED;
    try {
      client.connected(link, wire);
      read(wire);
    } catch (JedisException e) {
      reason = PipelinedClient.reason(e);
    } finally {
      // Also after a defect or without memory: nobody may wait for ever.
      wire.close();
      handOver();
      client.lost(link, List.copyOf(owed), reason);
    }
  }

  private @Nullable Wire open() {
    String reason = DIED;
    Wire wire = null;
    try {
      wire = client.connect(link.node.address);
    } catch (ConnectFailure e) {
      reason = PipelinedClient.reason(e);
    } finally {
      if (wire == null) {
        client.connectFailed(link, reason);
      }
    }
    return wire;
  }

  /** Until the connection breaks, which is an exception. */
  private void read(Wire wire) {
    ReplyInput in = new ReplyInput(wire.in(), this::handOver);
    ReplyReader replies = new ReplyReader(in, mostReplyBytes);
    while (true) {
      in.awaitReply();
      Flight flight = next();
      if (flight.asking) {
        var _ = replies.read(flight.command);
      }
      RedisReply reply = replies.read(flight.command);
      owed.remove();
      group.add(new Reads.Answer(flight, reply, replies.bytes()));
      if (group.size() == LARGEST_GROUP) {
        handOver();
      }
    }
  }

  private Flight next() {
    if (owed.isEmpty()) {
      owed.addAll(client.owed(link));
    }
    Flight flight = owed.peek();
    if (flight == null) {
      throw new JedisException("the server sent something that nobody had asked for");
    }
    return flight;
  }

  private void handOver() {
    if (!group.isEmpty()) {
      List<Reads.Answer> answers = group;
      group = new ArrayList<>();
      ReplyThread.begin();
      client.answered(link, answers);
    }
  }
}
