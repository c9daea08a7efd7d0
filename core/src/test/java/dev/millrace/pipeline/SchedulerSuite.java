package dev.millrace.pipeline;

import dev.millrace.task.Outcome;
import dev.millrace.task.SchedulerFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;

/** A suite that is run on every scheduler, with one lane and with four. */
abstract class SchedulerSuite {
  @Parameter(0)
  SchedulerFixture.Kind kind;

  @Parameter(1)
  int dop;

  SchedulerFixture fixture;

  @BeforeEach
  void openScheduler() {
    fixture = kind.open();
  }

  @AfterEach
  void closeScheduler() {
    fixture.close();
  }

  /** Starts and waits for the end. */
  <B> Outcome run(LogicalPipeline<B> pipeline, PipelineOptions<B> options) throws Exception {
    return fixture.await(new PipelineRunner(fixture.scheduler()).run(pipeline, options).done());
  }
}
