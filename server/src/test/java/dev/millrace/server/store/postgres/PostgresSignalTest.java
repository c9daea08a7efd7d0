package dev.millrace.server.store.postgres;

import static dev.millrace.server.store.StoreFixture.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.millrace.server.store.Signal;
import dev.millrace.server.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What servers on one database tell each other. */
final class PostgresSignalTest {

  private static final PostgresSettings SETTINGS = TestDatabase.fresh();

  private final BlockingQueue<Signal> heardByOne = new LinkedBlockingQueue<>();
  private final BlockingQueue<Signal> heardByTwo = new LinkedBlockingQueue<>();
  private PostgresStore one;
  private PostgresStore two;

  @BeforeEach
  void open() throws InterruptedException {
    one = PostgresStore.open(SETTINGS);
    two = PostgresStore.open(SETTINGS);
    one.listen(heardByOne::add);
    two.listen(heardByTwo::add);
    assertThat(heardByOne.take()).isEqualTo(new Signal.Anything());
    assertThat(heardByTwo.take()).isEqualTo(new Signal.Anything());
  }

  @AfterEach
  void close() {
    one.close();
    two.close();
  }

  private static void send(Store from, List<Signal> signals) {
    var _ =
        from.<Boolean>write(tx -> {
          signals.forEach(tx::signal);
          return true;
        });
  }

  private static List<Signal> take(BlockingQueue<Signal> heard, int count)
      throws InterruptedException {
    var taken = new ArrayList<Signal>();
    while (taken.size() < count) {
      taken.add(heard.take());
    }
    return taken;
  }

  @Test
  void othersHearOnceItIsCommittedAndTheSenderDoesNot() throws InterruptedException {
    List<Signal> signals =
        List.of(
            new Signal.QueueReady("domain:täsk ☃"),
            new Signal.WorkflowChanged(id(7)),
            new Signal.DocumentsChanged(),
            new Signal.Anything());
    send(one, signals);
    assertThat(take(heardByTwo, 4)).isEqualTo(signals);
    // What comes from the other is the first thing that the sender hears.
    send(two, List.of(new Signal.QueueReady("back")));
    assertThat(heardByOne.take()).isEqualTo(new Signal.QueueReady("back"));
  }

  @Test
  void nobodyHearsOfWhatWasTakenBack() throws InterruptedException {
    assertThatIllegalStateException()
        .isThrownBy(() ->
            one.<Boolean>write(tx -> {
              tx.signal(new Signal.QueueReady("never"));
              throw new IllegalStateException("of the work's own");
            }));
    send(one, List.of(new Signal.QueueReady("then")));
    assertThat(heardByTwo.take()).isEqualTo(new Signal.QueueReady("then"));
  }

  @Test
  void manySignalsAndLongOnesArrive() throws InterruptedException {
    var signals = new ArrayList<Signal>();
    for (int i = 0; i < 500; i++) {
      signals.add(new Signal.QueueReady("a queue with a rather long name ".repeat(3) + i));
    }
    send(one, signals);
    assertThat(take(heardByTwo, 500)).isEqualTo(signals);
    send(one, List.of(new Signal.QueueReady("x".repeat(20_000)), new Signal.QueueReady("a\nb")));
    assertThat(heardByTwo.take()).isEqualTo(new Signal.Anything());
  }

  @Test
  void aListenerThatFailsHearsOn() throws InterruptedException {
    try (var three = PostgresStore.open(SETTINGS)) {
      var heard = new LinkedBlockingQueue<Signal>();
      three.listen(signal -> {
        heard.add(signal);
        throw new IllegalStateException("a listener's fault, to be logged");
      });
      assertThat(heard.take()).isEqualTo(new Signal.Anything());
      send(one, List.of(new Signal.DocumentsChanged()));
      assertThat(heard.take()).isEqualTo(new Signal.DocumentsChanged());
    }
  }

  @Test
  void aLostConnectionIsOpenedAnewAndAnythingMayHaveHappened() throws Exception {
    TestDatabase.run(
        SETTINGS,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN "
            + SETTINGS.schema()
            + "'");
    assertThat(heardByTwo.take()).isEqualTo(new Signal.Anything());
    assertThat(heardByOne.take()).isEqualTo(new Signal.Anything());
    send(one, List.of(new Signal.QueueReady("q")));
    assertThat(heardByTwo.take()).isEqualTo(new Signal.QueueReady("q"));
  }
}
