package dev.millrace.cli.rankd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class RankdCliTest {
  private static final String REQUEST = "{\"request_id\":\"r1\",\"user_id\":1}";

  /** An address where nobody listens: port 1 is reserved. */
  private static final String NOBODY = "redis_default=redis://127.0.0.1:1";

  @TempDir Path folder;

  @Test
  void anAnswerIsOneLineAndNothingElse() throws IOException {
    RankdRun run = RankdRun.of(REQUEST, "--plan", PlanFiles.sleep(folder, 1, false));

    assertThat(run.exit()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .matches(
            "\\{\"request_id\":\"r1\",\"engine_request_id\":\"[0-9a-f-]{36}\","
                + "\"candidates\":\\[\\{\"id\":1,\"fields\":\\{}}]}\n");
  }

  @Test
  void modeFlagsMeanTheOneEngine() throws IOException {
    String plan = PlanFiles.sleep(folder, 1, false);

    for (List<String> flags :
        List.of(
            List.of("--async_scheduler"),
            List.of("--within_request_parallelism"),
            List.of("--async_scheduler", "--within_request_parallelism", "--cpu_threads", "100"))) {
      var args = new ArrayList<>(List.of("--plan", plan));
      args.addAll(flags);
      assertThat(RankdRun.of(REQUEST, args.toArray(String[]::new)).exit()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--nonsense, unknown flag '--nonsense'",
    "--plan_nam x, did you mean '--plan_name'",
    "stray, unknown argument 'stray'",
    "--cpu_threads 0, --cpu_threads is 0",
    "--cpu_threads many, --cpu_threads is 'many'",
    "--plan, --plan needs a value",
    "--trace=yes, --trace takes no value",
    "--deadline_ms 99999999999999999999, must be a whole number",
    "--bench=0, --bench is 0",
    "--deadline_ms -1, --deadline_ms is -1",
    "--node_timeout_ms -1, --node_timeout_ms is -1",
    "--bench 0, --bench is 0",
    "--bench_concurrency 0, --bench_concurrency is 0",
    "--bench_eventloop --bench_eventloop_mode fast, must be posts",
    "--env moon, --env is 'moon'",
    "--plan_name ../x, --plan_name is '../x'",
    "--plan a --plan_name b, Cannot specify both --plan and --plan_name",
    "--bench 1, which plan?",
    "--endpoint x, must be NAME=URI",
    "--endpoint nobody=redis://127.0.0.1:1, nobody",
    "--endpoint redis_default=http://127.0.0.1:1, redis_default",
    "--registry /no/such/folder, /no/such/folder",
  })
  void wrongUseIsAnObjectASentenceAndTwo(String arguments, String complaint) {
    RankdRun run = RankdRun.of(REQUEST, arguments.split(" ", -1));

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.json().path("code").stringValue()).isIn("USAGE", "BAD_REGISTRY");
    assertThat(run.err()).startsWith("Error: ");
    assertThat(run.json().path("detail").stringValue()).contains(complaint);
    assertThat(run.err()).contains(complaint);
  }

  @Test
  void everyOutcomeHasItsExitCode() throws IOException {
    assertThat(RankdRun.of(REQUEST).exit()).isZero();
    assertThat(RankdRun.of(REQUEST, "--plan", PlanFiles.plan(folder, "bad", "{}")).exit())
        .isEqualTo(1);
    assertThat(RankdRun.of("{}", "--plan", PlanFiles.sleep(folder, 1, false)).exit()).isEqualTo(3);
    assertThat(RankdRun.of(REQUEST, "--plan", PlanFiles.sleep(folder, 1, true)).exit())
        .isEqualTo(4);
    assertThat(
            RankdRun.of(
                    REQUEST, "--plan", PlanFiles.sleep(folder, 60_000, false), "--deadline_ms", "5")
                .exit())
        .isEqualTo(5);
    assertThat(
            RankdRun.of(
                    REQUEST,
                    "--plan",
                    PlanFiles.sleep(folder, 60_000, false),
                    "--node_timeout_ms",
                    "5")
                .exit())
        .isEqualTo(5);
  }

  @Test
  void aDefectIsToldAsOne() throws IOException {
    ClientSource broken =
        (_, _) -> {
          throw new IllegalStateException("planted");
        };

    RankdRun run = RankdRun.of(broken, Map.of(), REQUEST, "--plan", PlanFiles.viewer(folder));

    assertThat(run.exit()).isEqualTo(70);
    assertThat(run.json().path("code").stringValue()).isEqualTo("INTERNAL");
    assertThat(run.json().path("detail").stringValue()).contains("planted");
  }

  @Test
  void aFailureNamesNodeOpPlanAndRequestAndHasTheTrace() throws IOException {
    JsonNode error = RankdRun.of(REQUEST, "--plan", PlanFiles.sleep(folder, 1, true)).json();

    assertThat(List.copyOf(error.propertyNames()))
        .containsExactly("error", "detail", "code", "plan", "node_id", "op", "request_id", "trace");
    assertThat(error.path("node_id").stringValue()).isEqualTo("s");
    assertThat(error.path("op").stringValue()).isEqualTo("test::sleep");
    assertThat(error.path("trace").path("nodes").size()).isEqualTo(3);
  }

  @Test
  void allFaultsOfAPlanAreTold() throws IOException {
    RankdRun run =
        RankdRun.of(
            "",
            "--plan",
            PlanFiles.plan(
                folder,
                "bad",
                PlanFiles.SLEEP.formatted(1, "7").replace("\"count\":1", "\"count\":0")));

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.json().path("faults").size()).isEqualTo(2);
    assertThat(run.err()).contains("fail_after_sleep", "count");
  }

  @Test
  void theTimelineGoesToStandardError() throws IOException {
    RankdRun run = RankdRun.of(REQUEST, "--plan", PlanFiles.sleep(folder, 1, false), "--trace");

    assertThat(run.json().path("candidates").size()).isEqualTo(1);
    assertThat(run.err())
        .contains("Time(ms)  Loop Thread", "Timer", "s: await timer", "store t (1 row)")
        .contains("Critical path: a → s → t");
  }

  @Test
  void tracesGoToFilesOrStandardError() throws IOException {
    Path json = folder.resolve("trace.json");
    Path chrome = folder.resolve("chrome.json");

    RankdRun run =
        RankdRun.of(
            REQUEST,
            "--plan",
            PlanFiles.sleep(folder, 1, false),
            "--trace-json",
            json.toString(),
            "--trace-chrome",
            chrome.toString());
    assertThat(run.json().path("candidates").size()).isEqualTo(1);
    assertThat(JsonMapper.shared().readTree(json).path("nodes").size()).isEqualTo(3);
    assertThat(JsonMapper.shared().readTree(chrome).path("traceEvents").isEmpty()).isFalse();

    String plan = PlanFiles.sleep(folder, 1, false);
    for (RankdRun toError :
        List.of(
            RankdRun.of(REQUEST, "--plan", plan, "--trace-json", "-"),
            RankdRun.of(REQUEST, "--plan", plan, "--trace-json"),
            RankdRun.of(REQUEST, "--trace-json", "--plan", plan))) {
      assertThat(JsonMapper.shared().readTree(toError.err()).path("plan").stringValue())
          .isEqualTo("sleep");
    }
  }

  @Test
  void aTraceThatCannotBeWrittenDoesNotSpoilTheAnswer() throws IOException {
    RankdRun run =
        RankdRun.of(
            REQUEST,
            "--plan",
            PlanFiles.sleep(folder, 1, false),
            "--trace-json",
            folder + "/none/trace.json");

    assertThat(run.exit()).isZero();
    assertThat(run.json().path("candidates").size()).isEqualTo(1);
    assertThat(run.err()).contains("cannot write the trace");
  }

  @Test
  void aChosenEndpointIsUsedEvenIfNobodyIsThere() throws IOException {
    String plan = PlanFiles.viewer(folder);
    Map<String, String> variable = Map.of("MILLRACE_ENDPOINT_REDIS_DEFAULT", "redis://127.0.0.1:1");

    for (RankdRun run :
        List.of(
            RankdRun.of(REQUEST, "--plan", plan, "--endpoint", NOBODY),
            RankdRun.of(
                REQUEST, "--plan", plan, "--endpoint", NOBODY.replace("redis_default", "ep_0001")),
            RankdRun.of(ClientSource.REAL, variable, REQUEST, "--plan", plan))) {
      assertThat(run.exit()).isEqualTo(4);
      assertThat(run.json().path("code").stringValue()).isEqualTo("IO_FAILED");
      assertThat(run.json().path("node_id").stringValue()).isEqualTo("v");
    }
  }

  @Test
  void whoMayStandInForAServer() {
    PlanFlags flags = new PlanFlags();
    flags.endpoints.add(NOBODY);
    Streams streams = streams();

    assertThat(standIn(new PlanFlags(), streams)).isTrue();
    assertThat(standIn(flags, streams)).isFalse();
    PlanFlags prod = new PlanFlags();
    prod.env = "prod";
    assertThat(standIn(prod, streams)).isFalse();
  }

  private static Streams streams() {
    return new Streams(
        InputStream.nullInputStream(),
        OutputStream.nullOutputStream(),
        new PrintWriter(Writer.nullWriter()),
        Map.of());
  }

  private static boolean standIn(PlanFlags flags, Streams streams) {
    Rankd rankd = Rankd.open(flags, streams, ClientSource.REAL);
    return rankd.mayStandIn(rankd.registries().endpoints().named("redis_default").orElseThrow());
  }

  @Test
  void helpHasEveryFlagAndEveryExitCode() {
    RankdRun run = RankdRun.of("", "--help");

    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .startsWith("Usage: rankd")
        .contains(
            "--plan PATH",
            "--plan_dir",
            "--plan_name",
            "--artifacts_dir",
            "--env",
            "--async_scheduler",
            "--within_request_parallelism",
            "--cpu_threads",
            "--deadline_ms",
            "--node_timeout_ms",
            "--check",
            "--dump-run-trace",
            "--print-registry",
            "--print-task-manifest",
            "--list-plans",
            "--print-plan-info",
            "--bench N",
            "--bench_concurrency",
            "--bench_eventloop",
            "--bench_eventloop_mode",
            "--bench_n",
            "--bench_producers",
            "--bench_sleep_ms",
            "--bench_tasks",
            "--bench_json",
            "--endpoint",
            "--ops PATH",
            "--registry",
            "--trace",
            "--trace-json",
            "--trace-chrome",
            "--version");
    for (RankdExit exit : RankdExit.values()) {
      assertThat(run.out()).contains("%2d  %s".formatted(exit.code(), exit.meaning()));
    }
  }
}
