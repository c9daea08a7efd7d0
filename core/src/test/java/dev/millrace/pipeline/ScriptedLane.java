package dev.millrace.pipeline;

import dev.millrace.task.BlockReason;
import dev.millrace.task.Resumer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One lane's way through a script. Besides the order of the calls it checks the input of each: null
 * exactly if the operator holds something in that channel, else the batch that the operator above
 * has just handed on.
 */
final class ScriptedLane {
  private final Script script;
  private final int channels;
  private final Consumer<Resumer> resume;

  /** Resumes what the whole lane waits for: nothing can be called before. */
  private final Consumer<Resumer> resumeLane;

  /** Read by the test when the run is over. */
  private final List<String> trace = new ArrayList<>();

  private final Map<String, Deque<Resumer>> waits = new HashMap<>();
  private final Set<String> holding = new HashSet<>();
  private final Map<Integer, String> onItsWay = new HashMap<>();

  /** Channels that wait, or whose source has finished. */
  private final Set<Integer> resting = new HashSet<>();

  ScriptedLane(
      Script script, int channels, Consumer<Resumer> resume, Consumer<Resumer> resumeLane) {
    this.script = script;
    this.channels = channels;
    this.resume = resume;
    this.resumeLane = resumeLane;
  }

  List<String> trace() {
    return trace;
  }

  OpOutput<String> call(OpContext at, String operator, OpRole role, String input)
      throws ScriptError {
    Script.Line line = expect(operator, role, trace.size());
    checkInput(at, line, role, input);
    trace.add(line.toString());
    OpOutput<String> output = answer(at, line);
    if (output instanceof OpOutput.Blocked
        || (role == OpRole.SOURCE && line.answer() == Script.Answer.FIN)) {
      resting.add(at.channel());
    } else {
      resting.remove(at.channel());
    }
    var resumer = resting.size() == channels ? resumeLane : resume;
    for (String name : line.resumes()) {
      resumer.accept(waits.get(name).removeFirst());
    }
    return output;
  }

  private Script.Line expect(String operator, OpRole role, int position) {
    boolean drain = role == OpRole.DRAIN;
    if (position == script.lines().size()) {
      throw new AssertionError("call of " + operator + " after the end of the script");
    }
    Script.Line line = script.lines().get(position);
    if (!line.operator().equals(operator) || line.drain() != drain) {
      throw new AssertionError(
          "call %d is of %s %s, expected %s after %s"
              .formatted(position, role, operator, line, trace));
    }
    return line;
  }

  private void checkInput(OpContext at, Script.Line line, OpRole role, String input) {
    if (role == OpRole.SOURCE || role == OpRole.DRAIN) {
      return;
    }
    boolean holds = holding.contains(line.operator() + at.channel());
    String expected = holds ? null : onItsWay.get(at.channel());
    if (input != expected || (line.nullInput() && input != null)) {
      throw new AssertionError(line + " got " + input + ", expected " + expected);
    }
  }

  private OpOutput<String> answer(OpContext at, Script.Line line) throws ScriptError {
    String key = line.operator() + at.channel();
    switch (line.answer()) {
      case MORE, BLK, Y, YB -> holding.add(key);
      case EVEN, NEED, FIN, FINB, ERR -> holding.remove(key);
    }
    String batch = line.operator() + "#" + trace.size();
    switch (line.answer()) {
      case MORE, EVEN, FINB -> onItsWay.put(at.channel(), batch);
      case NEED, FIN, BLK, Y, YB, ERR -> {}
    }
    return switch (line.answer()) {
      case MORE -> OpOutput.hasMore(batch);
      case EVEN -> OpOutput.even(batch);
      case NEED -> OpOutput.needsMore();
      case FIN -> OpOutput.finished();
      case FINB -> OpOutput.finished(batch);
      case Y -> OpOutput.yielding();
      case YB -> OpOutput.yieldBack();
      case ERR -> throw new ScriptError(line + " on lane " + at.lane());
      case BLK -> {
        Resumer resumer = at.newResumer();
        waits.computeIfAbsent(line.operator(), _ -> new ArrayDeque<>()).add(resumer);
        yield OpOutput.blocked(resumer, BlockReason.IO);
      }
    };
  }
}
