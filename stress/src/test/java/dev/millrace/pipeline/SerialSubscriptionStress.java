package dev.millrace.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.Flow;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Whoever asks, the publisher is called by one after the other, and nothing asked is forgotten. */
final class SerialSubscriptionStress {

  private SerialSubscriptionStress() {}

  /** The results: 100 per overlap, 10 per fault, and what was requested; how often cancelled. */
  public static class Asked {
    final Target target = new Target();
    final SerialSubscription subscription = new SerialSubscription(_ -> target.faults++);

    void report(II_Result r) {
      r.r1 = 100 * target.overlaps + 10 * target.faults + target.requested;
      r.r2 = target.cancels;
    }
  }

  @JCStressTest
  @Outcome(id = "3, 0", expect = ACCEPTABLE, desc = "all that was requested, one after the other")
  @Outcome(expect = FORBIDDEN, desc = "a request lost, or two calls at once")
  @State
  public static class RequestAgainstRequest extends Asked {
    public RequestAgainstRequest() {
      var _ = subscription.begin(target);
    }

    @Actor
    public void one() {
      subscription.request(1);
    }

    @Actor
    public void other() {
      subscription.request(2);
    }

    @Arbiter
    public void after(II_Result r) {
      report(r);
    }
  }

  @JCStressTest
  @Outcome(
      id = {"0, 1", "1, 1"},
      expect = ACCEPTABLE,
      desc = "cancelled, with the request or without it")
  @Outcome(expect = FORBIDDEN, desc = "a cancel lost or twice, or two calls at once")
  @State
  public static class RequestAgainstCancel extends Asked {
    public RequestAgainstCancel() {
      var _ = subscription.begin(target);
    }

    @Actor
    public void lane() {
      subscription.request(1);
    }

    @Actor
    public void closer() {
      subscription.cancel();
    }

    @Arbiter
    public void after(II_Result r) {
      subscription.cancel();
      report(r);
    }
  }

  @JCStressTest
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "cancelled when it comes, or at once")
  @Outcome(expect = FORBIDDEN, desc = "neither sees the other: a publisher that is never cancelled")
  @State
  public static class BeginAgainstCancel extends Asked {
    @Actor
    public void publisher() {
      var _ = subscription.begin(target);
    }

    @Actor
    public void closer() {
      subscription.cancel();
    }

    @Arbiter
    public void after(II_Result r) {
      report(r);
    }
  }

  @JCStressTest
  @Outcome(
      id = {"0, 0", "0, 1"},
      expect = ACCEPTABLE,
      desc = "cancelled before the last signal, or not at all")
  @Outcome(expect = FORBIDDEN, desc = "asked after the last signal")
  @State
  public static class EndAgainstCancel extends Asked {
    public EndAgainstCancel() {
      var _ = subscription.begin(target);
    }

    @Actor
    public void publisher() {
      subscription.end();
    }

    @Actor
    public void closer() {
      subscription.cancel();
    }

    @Arbiter
    public void after(II_Result r) {
      subscription.request(1);
      subscription.cancel();
      report(r);
    }
  }

  @JCStressTest
  @Outcome(id = "10, 1", expect = ACCEPTABLE, desc = "the fault is told, the cancel passed on")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "cancelled before the request")
  @Outcome(expect = FORBIDDEN, desc = "a subscription that stays at work: no cancel reaches it")
  @State
  public static class FaultAgainstCancel extends Asked {
    public FaultAgainstCancel() {
      target.broken = true;
      var _ = subscription.begin(target);
    }

    @Actor
    public void lane() {
      subscription.request(1);
    }

    @Actor
    public void closer() {
      subscription.cancel();
    }

    @Arbiter
    public void after(II_Result r) {
      report(r);
    }
  }

  /** Plain fields: who comes next must see what the last one wrote. */
  static final class Target implements Flow.Subscription {
    private boolean broken;
    private boolean inside;
    private int overlaps;
    private int requested;
    private int cancels;
    private int faults;

    @Override
    public void request(long n) {
      enter();
      if (broken) {
        inside = false;
        throw new IllegalStateException("request");
      }
      requested += (int) n;
      inside = false;
    }

    @Override
    public void cancel() {
      enter();
      cancels++;
      inside = false;
    }

    private void enter() {
      if (inside) {
        overlaps++;
      }
      inside = true;
    }
  }
}
