package dev.millrace.plan.op;

import dev.millrace.plan.registry.EndpointSpec;

/** Params that several built-in ops have. */
final class SharedParams {

  static final OpParam TRACE =
      OpParam.string("trace").withDoc("What traces call the node; the engine does not read it.");

  static final OpParam REDIS =
      OpParam.endpoint("endpoint", EndpointSpec.Kind.REDIS)
          .withRequired()
          .withDoc("The Redis to read from.");

  private SharedParams() {}
}
