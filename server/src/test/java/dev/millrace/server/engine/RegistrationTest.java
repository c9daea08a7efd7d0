package dev.millrace.server.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.client.Task;
import dev.millrace.server.store.Document;
import dev.millrace.server.store.ReadTransaction;
import dev.millrace.server.store.Signal;
import dev.millrace.server.store.Store;
import dev.millrace.server.store.WriteTransaction;
import dev.millrace.server.store.sqlite.SqliteStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What a registration reads does not depend on how much is registered. */
final class RegistrationTest {

  /** The names that were read, {@code *} for all of a kind. */
  private final List<String> read = Collections.synchronizedList(new ArrayList<>());

  private <T extends ReadTransaction> T counted(Class<T> type, T tx) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              if (method.getName().equals("documents")) {
                read.add(arguments.length == 1 ? "*" : arguments[0] + " " + arguments[1]);
              }
              try {
                return method.invoke(tx, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private final class Counting implements Store {
    private final Store store = SqliteStore.ephemeral();

    @Override
    public boolean exclusive() {
      return store.exclusive();
    }

    @Override
    public <T> T write(Function<? super WriteTransaction, ? extends T> work) {
      return store.write(tx -> work.apply(counted(WriteTransaction.class, tx)));
    }

    @Override
    public <T> T read(Function<? super ReadTransaction, ? extends T> work) {
      return store.read(tx -> work.apply(counted(ReadTransaction.class, tx)));
    }

    @Override
    public void listen(Consumer<Signal> listener) {
      store.listen(listener);
    }

    @Override
    public String describe() {
      return store.describe();
    }

    @Override
    public void close() {
      store.close();
    }
  }

  @Test
  void onlyWhatIsNeededIsRead() {
    try (var store = new Counting();
        var engine = new EngineFixture(store)) {
      for (int i = 0; i < 30; i++) {
        engine.taskDef("{\"name\":\"t%d\"}".formatted(i));
        engine.sequence("w" + i, "t" + i);
      }
      read.clear();
      engine.taskDef("{\"name\":\"t\"}");
      engine.sequence("w", "t", "t7");
      var kinds = Document.Kind.values();
      assertThat(read)
          .containsOnly(kinds[0] + " t", kinds[0] + " t7", kinds[1] + " w")
          .hasSizeLessThan(10);

      engine.start("w");
      engine.complete(engine.await("t"), 0);
      read.clear();
      engine.start("w");
      assertThat(engine.await("t").referenceTaskName()).isEqualTo("a");
      assertThat(read).as("what is known is not read again").isEmpty();
    }
  }

  @Test
  void whatIsRegisteredCountsAtOnce() {
    try (var store = SqliteStore.ephemeral();
        var engine = new EngineFixture(store)) {
      engine.sequence("w", "t");
      engine.start("w");
      engine.sequence("w", "u");
      engine.start("w");
      assertThat(engine.await("u")).extracting(Task::referenceTaskName).isEqualTo("a");
      engine.taskDef("{\"name\":\"u\",\"concurrentExecLimit\":1}");
      engine.start("w");
      assertThat(engine.poll("u", 1)).hasSize(1);
      engine.start("w");
      assertThat(engine.poll("u", 1)).isEmpty();
    }
  }
}
