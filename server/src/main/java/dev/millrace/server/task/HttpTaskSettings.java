package dev.millrace.server.task;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * What HTTP tasks may do.
 *
 * @param addresses where requests may go
 * @param requestBytes how large a request's body may be
 * @param responseBytes how large a response's body may be, unpacked
 * @param longest how long one task may take in all, whatever its timeouts say
 * @param connectionsPerHost how many connections there may be to one host
 */
public record HttpTaskSettings(
    AddressRules addresses,
    int requestBytes,
    int responseBytes,
    Duration longest,
    int connectionsPerHost) {

  public HttpTaskSettings {
    requireNonNull(addresses, "addresses is null");
    requireNonNull(longest, "longest is null");
    if (requestBytes < 1 || responseBytes < 1 || connectionsPerHost < 1 || longest.isNegative()) {
      throw new IllegalArgumentException("limits must be positive");
    }
  }

  /** Public addresses only, 4 MB each way, 10 minutes. */
  public static HttpTaskSettings standard() {
    return new HttpTaskSettings(
        AddressRules.guarded(), 4 << 20, 4 << 20, Duration.ofMinutes(10), 50);
  }

  public HttpTaskSettings withAddresses(AddressRules rules) {
    return new HttpTaskSettings(rules, requestBytes, responseBytes, longest, connectionsPerHost);
  }

  public HttpTaskSettings withSizes(int newRequestBytes, int newResponseBytes) {
    return new HttpTaskSettings(
        addresses, newRequestBytes, newResponseBytes, longest, connectionsPerHost);
  }

  public HttpTaskSettings withLongest(Duration newLongest) {
    return new HttpTaskSettings(
        addresses, requestBytes, responseBytes, newLongest, connectionsPerHost);
  }
}
