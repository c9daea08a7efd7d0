package dev.millrace.server.flow;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Stored tasks in memory, with the indexes that a store has. Counts how often all are read. */
final class MemoryRows implements TaskRows {

  private final Map<String, TaskState> byId = new HashMap<>();
  private final Map<String, TreeMap<Integer, String>> byRef = new HashMap<>();
  private final Map<String, TreeMap<Integer, String>> byBase = new HashMap<>();
  private final TreeMap<Integer, String> bySeq = new TreeMap<>();
  private final TreeMap<Integer, String> live = new TreeMap<>();
  private int scans;
  private int reads;

  @Override
  public TaskState byId(String id) {
    reads++;
    return byId.get(id);
  }

  @Override
  public TaskState byRef(String ref) {
    return newest(byRef.get(ref));
  }

  @Override
  public TaskState byBase(String base) {
    return newest(byBase.get(base));
  }

  private TaskState newest(NavigableMap<Integer, String> ids) {
    reads++;
    return ids == null || ids.isEmpty() ? null : byId.get(ids.lastEntry().getValue());
  }

  @Override
  public Collection<TaskState> live() {
    scans++;
    return live.values().stream().map(byId::get).toList();
  }

  @Override
  public List<TaskState> all() {
    scans++;
    return inOrder();
  }

  List<TaskState> inOrder() {
    return bySeq.values().stream().map(byId::get).toList();
  }

  int scans() {
    return scans;
  }

  int reads() {
    return reads;
  }

  int size() {
    return byId.size();
  }

  void apply(Outcome outcome) {
    for (var id : outcome.removed()) {
      var gone = byId.remove(id);
      byRef.get(gone.ref()).remove(gone.key().seq());
      byBase.get(gone.key().base()).remove(gone.key().seq());
      live.remove(gone.key().seq());
      bySeq.remove(gone.key().seq());
    }
    for (var task : outcome.changed()) {
      int seq = task.key().seq();
      byId.put(task.id(), task);
      bySeq.put(seq, task.id());
      byRef.computeIfAbsent(task.ref(), _ -> new TreeMap<>()).put(seq, task.id());
      byBase.computeIfAbsent(task.key().base(), _ -> new TreeMap<>()).put(seq, task.id());
      if (task.live()) {
        live.put(seq, task.id());
      } else {
        live.remove(seq);
      }
    }
  }
}
