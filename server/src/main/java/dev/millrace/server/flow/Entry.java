package dev.millrace.server.flow;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a step is taken: for the first time, once more, or with another input.
 *
 * @param previous the attempt before, or null
 * @param manual whether an operator wants it: then the delay and the total time do not count
 */
record Entry(
    @Nullable TaskState previous, boolean manual, Map<String, @Nullable Object> inputOver) {

  static final Entry FIRST = new Entry(null, false, Values.NONE);

  static Entry again(TaskState previous, boolean manual) {
    return new Entry(previous, manual, Values.NONE);
  }

  static Entry withInput(Map<String, @Nullable Object> input) {
    return new Entry(null, true, input);
  }
}
