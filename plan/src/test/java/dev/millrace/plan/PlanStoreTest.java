package dev.millrace.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanStoreTest {
  private static final Duration INTERVAL = Duration.ofMillis(500);

  private final PlanLoader loader = PlanLoader.create(Registries.builtin(Environment.DEV));
  private final AtomicLong clock = new AtomicLong();

  private Path folder;
  private PlanStore store;

  @BeforeEach
  void open(@TempDir Path root) throws IOException {
    folder = Files.createDirectory(root.resolve("plans"));
    store = PlanStore.open(folder, loader, INTERVAL, clock::get);
  }

  private void write(String file, String plan, int nodes) throws IOException {
    StringBuilder json = new StringBuilder();
    for (int i = 0; i < nodes; i++) {
      json.append(i == 0 ? "" : ",")
          .append("{\"node_id\":\"n%d\",\"op\":\"test::fixed_source\",\"inputs\":[]}".formatted(i));
    }
    write(
        file,
        "{\"schema_version\":1,\"plan_name\":\"%s\",\"nodes\":[%s],\"outputs\":[]}"
            .formatted(plan, json));
  }

  private void write(String file, String text) throws IOException {
    var _ = Files.write(folder.resolve(file + ".plan.json"), text.getBytes(UTF_8));
  }

  private int size(String name) {
    return ((PlanLookup.Found) store.find(name)).plan().size();
  }

  @Test
  void loadsAPlanOnce() throws IOException {
    write("a", "a", 1);
    var first = (PlanLookup.Found) store.find("a");
    clock.addAndGet(INTERVAL.toNanos());
    assertThat(((PlanLookup.Found) store.find("a")).plan()).isSameAs(first.plan());
    assertThat(first.outdated()).isEmpty();
  }

  @Test
  void seesANewFileAfterTheInterval() throws IOException {
    write("a", "a", 1);
    assertThat(size("a")).isEqualTo(1);
    write("a", "a", 2);
    assertThat(size("a")).isEqualTo(1);
    clock.addAndGet(INTERVAL.toNanos());
    assertThat(size("a")).isEqualTo(2);
  }

  @Test
  void aBrokenFileKeepsTheOldPlanAndIsReported() throws IOException {
    write("a", "a", 1);
    assertThat(size("a")).isEqualTo(1);
    write("a", "{\"schema_version\":1");
    clock.addAndGet(INTERVAL.toNanos());
    var found = (PlanLookup.Found) store.find("a");
    assertThat(found.plan().size()).isEqualTo(1);
    assertThat(found.outdated()).singleElement().asString().contains("Invalid JSON");
    assertThat(store.reload().refused()).containsOnlyKeys("a");

    write("a", "a", 3);
    assertThat(store.reload().loaded()).containsExactly("a");
    assertThat(size("a")).isEqualTo(3);
  }

  @Test
  void reloadTellsWhatChanged() throws IOException {
    write("a", "a", 1);
    write("b", "b", 1);
    write("bad", "[]");
    PlanReload first = store.reload();
    assertThat(first.loaded()).containsExactly("a", "b");
    assertThat(first.refused()).containsOnlyKeys("bad");

    Files.delete(folder.resolve("b.plan.json"));
    write("c", "c", 1);
    PlanReload second = store.reload();
    assertThat(second.loaded()).containsExactly("c");
    assertThat(second.removed()).containsExactly("b");
    assertThat(store.find("b")).isInstanceOf(PlanLookup.Missing.class);
  }

  @Test
  void theNameInTheFileMustBeThatOfTheFile() throws IOException {
    write("a", "b", 1);
    assertThat(((PlanLookup.Refused) store.find("a")).faults())
        .singleElement()
        .asString()
        .isEqualTo("$.plan_name: plan_name 'b' must be 'a', as its file is called");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "../secret", "a/b", "a.b", "/etc/passwd", "a\u0000", "..", "ä"})
  void otherNamesAreRefused(String name) {
    assertThat(((PlanLookup.Missing) store.find(name)).reason()).contains("must match");
  }

  @Test
  void aLinkOutOfTheFolderIsNotFollowed() throws IOException {
    write("a", "a", 1);
    Path outside = folder.resolveSibling("b.plan.json");
    var _ = Files.move(folder.resolve("a.plan.json"), outside);
    var _ = Files.createSymbolicLink(folder.resolve("b.plan.json"), outside);
    assertThat(((PlanLookup.Missing) store.find("b")).reason()).contains("leads out of");
  }

  @Test
  void aMissingPlanIsToldWithTheNearestName() throws IOException {
    write("feed_top", "feed_top", 1);
    assertThat(((PlanLookup.Missing) store.find("feed_tpo")).reason())
        .contains("no plan 'feed_tpo'", "did you mean 'feed_top'?");
  }

  @Test
  void namesAreThoseOfTheFilesAndOfTheIndex() throws IOException {
    write("b", "b", 1);
    write("a", "a", 1);
    var _ = Files.writeString(folder.resolve("readme.txt"), "x");
    var _ =
        Files.writeString(
            folder.resolve("index.json"),
            "{\"plans\":[{\"name\":\"gone\"},\"b\",{\"name\":\"../x\"},7]}");
    assertThat(store.names()).containsExactly("a", "b", "gone");
    assertThat(store.reload().refused()).containsOnlyKeys("gone");

    var _ = Files.writeString(folder.resolve("index.json"), "{");
    assertThatThrownBy(() -> store.names()).hasMessageContaining("index.json");
  }

  @Test
  void manyReadersSeeOneOldOrOneNewPlan() throws Exception {
    write("a", "a", 1);
    assertThat(size("a")).isEqualTo(1);
    write("a", "a", 2);
    clock.addAndGet(INTERVAL.toNanos());
    var seen = ConcurrentHashMap.<CompiledPlan>newKeySet();
    try (var readers = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 200; i++) {
        readers.execute(() -> seen.add(((PlanLookup.Found) store.find("a")).plan()));
      }
    }
    assertThat(seen).hasSizeBetween(1, 2);
    assertThat(size("a")).isEqualTo(2);
  }
}
