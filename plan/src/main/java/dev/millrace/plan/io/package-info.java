/**
 * Where a plan's IO nodes read: Redis, and the store in this process that stands in for it.
 *
 * <pre>
 *   EndpointClients ──► PipelinedClient ──► Reads ──► Routes ──► Node ──► Link ──► Wire
 *         │              (lock, threads)   (who may go,  (which link,     (a connection:
 *         │                                 who shares,   redirects,       what is written,
 *         │                                 who is late)  repeats)         what is owed)
 *         └──────────► InProcessStore ◄── RedisScript
 * </pre>
 *
 * <p>A send passes the {@link dev.millrace.plan.io.Turnstile}, joins the {@link
 * dev.millrace.plan.io.Flight} of each command that is on its way already, and starts the others.
 * Commands that find the wire busy go out together with the next write. The thread of the link
 * reads the replies and calls back.
 *
 * <p>All decisions are made under the client's lock by classes without threads and clock; what
 * follows from them, writing and calling back, is put into an {@link dev.millrace.plan.io.Outbox}
 * and done after the lock is released. So neither the network nor a caller's code can hold up
 * others who want to decide.
 *
 * <p>Jedis opens the connections and reads bytes ({@code Connector}, {@code ReplyInput}); why not
 * more is told in {@code docs/adr/0004-redis-client.md}.
 */
@CheckReturnValue
@NullMarked
package dev.millrace.plan.io;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
