package dev.millrace.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.simulation.DeterministicScheduler;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LiveRequestsTest {

  @Test
  void thoseThatHaveNotLeftAreMetHoweverManyCome() {
    PlanEngine engine =
        PlanEngine.create(
            DeterministicScheduler.create(1), TestPlan.NO_CLIENTS, EngineConfig.defaults());
    CompiledPlan plan = new TestPlan().build();
    LiveRequests live = new LiveRequests();
    List<RequestRun> runs = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) { // more than the first tables have slots
      RequestRun run = new RequestRun(engine, plan, PlanRequest.of("r" + i, 1), false);
      live.add(run);
      runs.add(run);
      assertThat(live.slots()).isGreaterThanOrEqualTo(runs.size());
    }

    runs.subList(0, 2_000).forEach(RequestRun::leave);

    Set<RequestRun> met = new HashSet<>();
    live.forEach(met::add);
    assertThat(met).containsExactlyInAnyOrderElementsOf(runs.subList(2_000, 5_000));
  }
}
