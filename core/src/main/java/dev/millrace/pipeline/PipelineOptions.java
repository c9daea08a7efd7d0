package dev.millrace.pipeline;

import static java.util.Objects.requireNonNull;

import dev.millrace.task.ScheduleOptions;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * How a pipeline is run.
 *
 * @param dop the number of lanes
 * @param schedule for every group of the run; its timeout bounds the run as a whole
 * @param rows how many rows a batch has, for the counters; null: rows are not counted
 */
public record PipelineOptions<B>(
    int dop,
    ScheduleOptions schedule,
    PipelineObserver observer,
    @Nullable ToLongFunction<? super B> rows) {

  public PipelineOptions {
    if (dop < 1) {
      throw new IllegalArgumentException("dop is " + dop + ", must be positive");
    }
    requireNonNull(schedule, "schedule is null");
    requireNonNull(observer, "observer is null");
  }

  public static <B> PipelineOptions<B> ofDop(int dop) {
    return new PipelineOptions<>(dop, ScheduleOptions.DEFAULT, PipelineObserver.NONE, null);
  }

  public PipelineOptions<B> withSchedule(ScheduleOptions newSchedule) {
    return new PipelineOptions<>(dop, newSchedule, observer, rows);
  }

  public PipelineOptions<B> withObserver(PipelineObserver newObserver) {
    return new PipelineOptions<>(dop, schedule, newObserver, rows);
  }

  public PipelineOptions<B> withRows(ToLongFunction<? super B> newRows) {
    return new PipelineOptions<>(dop, schedule, observer, newRows);
  }
}
