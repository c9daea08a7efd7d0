package dev.millrace.cli.rankd;

import dev.millrace.plan.io.EndpointClients;
import dev.millrace.plan.io.RedisClients;
import dev.millrace.plan.io.RedisSettings;
import dev.millrace.plan.registry.EndpointSpec;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Where the clients of endpoints come from. */
@FunctionalInterface
interface ClientSource {

  /** Real servers, and example data in this process for those that may be stood in for. */
  ClientSource REAL =
      (mayStandIn, notice) ->
          EndpointClients.openWithExamples(RedisSettings.defaults(), mayStandIn, notice);

  /**
   * Makes clients, which connect when they are used.
   *
   * @param mayStandIn whether example data may be used where an endpoint's server is not there
   * @param notice hears that this is done
   */
  RedisClients open(Predicate<EndpointSpec> mayStandIn, Consumer<String> notice);
}
