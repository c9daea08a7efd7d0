package dev.millrace.plan;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The plans of a folder, by name. A plan is loaded when it is first asked for; when its file
 * changes, the next look at it, at most one in an interval, puts the new plan in the place of the
 * old one, at once and for all. A file that is refused changes nothing. Thread-safe.
 */
public final class PlanStore {
  private final PlanFolder folder;
  private final PlanLoader loader;
  private final long intervalNanos;
  private final LongSupplier nanoTime;
  private final ConcurrentMap<String, PlanSlot> slots = new ConcurrentHashMap<>();

  private PlanStore(Path folder, PlanLoader loader, Duration interval, LongSupplier nanoTime) {
    this.folder = new PlanFolder(requireNonNull(folder, "folder is null"));
    this.loader = requireNonNull(loader, "loader is null");
    this.intervalNanos = interval.toNanos();
    this.nanoTime = requireNonNull(nanoTime, "nanoTime is null");
  }

  /** A store that looks at a file that is in use at most once in a second. */
  public static PlanStore open(Path folder, PlanLoader loader) {
    return open(folder, loader, Duration.ofSeconds(1), System::nanoTime);
  }

  /** A store that looks at a file that is in use at most once in an interval of this clock. */
  public static PlanStore open(
      Path folder, PlanLoader loader, Duration interval, LongSupplier nanoTime) {
    return new PlanStore(folder, loader, interval, nanoTime);
  }

  /**
   * The names of all plans, sorted, whether they can be loaded or not.
   *
   * @throws IOException if the folder or its index cannot be read
   */
  public List<String> names() throws IOException {
    return folder.names();
  }

  public PlanLookup find(String name) {
    PlanSlot slot = slots.get(name);
    long now = nanoTime.getAsLong();
    if (slot != null && !slot.isDue(now, intervalNanos)) {
      return slot.lookup();
    }
    return switch (folder.place(name)) {
      case PlanFolder.Place.At at -> refreshed(name, at, now).lookup();
      case PlanFolder.Place.Nowhere(String reason, boolean gone) -> {
        if (slot != null && !gone) {
          yield slot.lookup();
        }
        slots.remove(name);
        yield new PlanLookup.Missing(reason);
      }
    };
  }

  /** Looks at all files now, loads what is new and drops what is gone. */
  public PlanReload reload() throws IOException {
    List<String> loaded = new ArrayList<>();
    List<String> removed = new ArrayList<>();
    Map<String, List<PlanFault>> refused = new TreeMap<>();
    TreeSet<String> names = new TreeSet<>(folder.names());
    names.addAll(slots.keySet());
    for (String name : names) {
      PlanSlot before = slots.get(name);
      @Nullable CompiledPlan old = before == null ? null : before.plan();
      switch (folder.place(name)) {
        case PlanFolder.Place.At at -> {
          PlanSlot slot = refreshed(name, at, nanoTime.getAsLong());
          if (slot.plan() != null && slot.plan() != old) {
            loaded.add(name);
          }
          if (!slot.faults().isEmpty()) {
            refused.put(name, slot.faults());
          }
        }
        case PlanFolder.Place.Nowhere(String reason, boolean gone) -> {
          if (gone && slots.remove(name) != null) {
            removed.add(name);
          } else {
            refused.put(name, List.of(new PlanFault("$", null, reason, null)));
          }
        }
      }
    }
    return new PlanReload(loaded, removed, refused);
  }

  private PlanSlot refreshed(String name, PlanFolder.Place.At at, long now) {
    PlanSlot slot = slots.computeIfAbsent(name, _ -> new PlanSlot(name));
    slot.refresh(loader, at, now + intervalNanos);
    return slot;
  }

  @Override
  public String toString() {
    return "plans in %s, %d loaded".formatted(folder, slots.size());
  }
}
