package dev.millrace.server.task;

import java.util.concurrent.atomic.LongAdder;

/** What HTTP tasks came to. Each call ends as one of succeeded, failed and refused. Thread-safe. */
public final class HttpTaskMetrics {

  public final LongAdder calls = new LongAdder();
  public final LongAdder succeeded = new LongAdder();

  /** No answer, or one that is not 2xx. */
  public final LongAdder failed = new LongAdder();

  /** Not sent: the input is wrong, or the address is not allowed. */
  public final LongAdder refused = new LongAdder();

  public final LongAdder redirects = new LongAdder();
  public final LongAdder bytesReceived = new LongAdder();

  HttpTaskMetrics() {}
}
