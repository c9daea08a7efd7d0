package dev.millrace.plan.io;

import dev.millrace.plan.registry.EndpointSpec.Policy;

/**
 * What the policy of an endpoint allows, in nanoseconds.
 *
 * @param inFlight sends that may be on the wire at once
 * @param requestTimeout how long a send may take; 0 for as long as it takes
 * @param connectGuard how long a send may wait for the first connection. Connecting has limits of
 *     its own; this one is for what they do not cover, like looking up a name
 */
record ReadLimits(int inFlight, long requestTimeout, long connectGuard) {

  private static final long BESIDE_CONNECTING = 5_000_000_000L;

  static ReadLimits of(Policy policy) {
    if (policy.maxInflight() < 1) {
      throw new IllegalArgumentException(
          "max_inflight is " + policy.maxInflight() + ", must be at least 1");
    }
    return new ReadLimits(
        policy.maxInflight(),
        policy.requestTimeout().toNanos(),
        policy.connectTimeout().multipliedBy(2).toNanos() + BESIDE_CONNECTING);
  }
}
