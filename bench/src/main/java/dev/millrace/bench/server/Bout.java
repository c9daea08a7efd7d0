package dev.millrace.bench.server;

import dev.millrace.client.ClientSettings;
import dev.millrace.client.MillraceClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A server and our client for it, with the workflows registered: either a fresh server of ours, or
 * the reference. Used by one thread.
 */
final class Bout implements AutoCloseable {

  private final @Nullable ServerProcess server;
  private final String url;
  private final MillraceClient client;
  private final Flows flows;
  private final Site site;

  private Bout(Site site, @Nullable ServerProcess server, String url) {
    this.site = site;
    this.server = server;
    this.url = url;
    this.client = MillraceClient.connect(ClientSettings.of(url));
    this.flows = new Flows(client);
  }

  static Bout ours(Site site) throws IOException, InterruptedException {
    ServerProcess server = site.server();
    return new Bout(site, server, server.url()).registered();
  }

  static Bout reference(Site site, String url) throws InterruptedException {
    return new Bout(site, null, url).registered();
  }

  private Bout registered() throws InterruptedException {
    try {
      flows.register();
      return this;
    } catch (InterruptedException | RuntimeException e) {
      close();
      throw e;
    }
  }

  String url() {
    return url;
  }

  MillraceClient client() {
    return client;
  }

  Flows flows() {
    return flows;
  }

  /** How many workflows a round of this server has. */
  int workflows() {
    return server == null ? site.options().referenceWorkflows() : site.options().workflows();
  }

  /** Of ours alone. */
  ServerProcess server() {
    if (server == null) {
      throw new IllegalStateException("the reference is not ours");
    }
    return server;
  }

  Drain.ServerCpu cpu() {
    return server == null ? Drain.ServerCpu.UNKNOWN : server;
  }

  Drain drain() {
    return new Drain(client, flows, cpu());
  }

  /** Rounds that do not count, until the compilers have little left to do. */
  void warmUp(int rounds) throws InterruptedException {
    for (int round = 0; round < rounds; round++) {
      var _ = round("warm-up");
    }
  }

  /** The median of rounds, after some to warm up. */
  DrainSample drained(int warmups, int rounds) throws InterruptedException {
    warmUp(warmups);
    List<DrainSample> samples = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      samples.add(round("round " + round));
    }
    return DrainSample.median(samples);
  }

  private DrainSample round(String stage) throws InterruptedException {
    site.progress().turn(stage, server == null ? "reference" : "Millrace");
    return drain().chains(workflows());
  }

  @Override
  public void close() {
    client.close();
    if (server != null) {
      server.close();
    }
  }
}
