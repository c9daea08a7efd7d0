package dev.millrace.server.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.server.flow.JqEngine.Result;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

final class JqTest {

  private static final Map<String, Object> INPUT =
      Map.of(
          "d",
          List.of(Map.of("v", 1), Map.of("v", 2)),
          "l",
          List.of(1, 2, 2.5),
          "s",
          "one two",
          "big",
          9_007_199_254_740_993L);

  private final Jq jq = Jq.within(ScriptLimits.standard());

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '~',
      textBlock =
          """
          .d | map(.v) | add                                 ! [3]
          .l[]                                               ! [1,2,2.5]
          .nope                                              ! [null]
          empty                                              ! []
          .big                                               ! [9007199254740993]
          [.d[] | select(.v > 1)]                            ! [[{"v":2}]]
          .d | length                                        ! [2]
          [.d[] | {w: .v}] | sort_by(.w) | reverse | first   ! [{"w":2}]
          .s | test("TWO"; "i")                              ! [true]
          .s | [match("o(?<x>.)"; "g") | .captures[0].name]  ! [["x"]]
          .s | capture("(?<a>[a-z]+) (?<b>[a-z]+)") | .b     ! ["two"]
          .s | sub("(?<f>o)"; "0")                           ! ["0ne two"]
          .s | gsub("(?<f>[aeiou])"; "<" + .f + ">")         ! ["<o>n<e> tw<o>"]
          .s | [splits(" ")]                                 ! [["one","two"]]
          [.s | scan("[a-z]+")]                              ! [["one","two"]]
          [range(3)]                                         ! [[0,1,2]]
          [limit(3; range(10))]                              ! [[0,1,2]]
          def f(x): x * 2; .l | map(f(.))                    ! [[2,4,5]]
          .l as [$a, $b] | $a + $b                           ! [3]
          try error("x") catch .                             ! ["x"]
          infinite                                           ! [null]
          """)
  void finds(String query, String expected) {
    var result = jq.transform(query, INPUT);
    assertThat(result).as(query).isInstanceOf(Result.Found.class);
    assertThat(JsonMapper.shared().writeValueAsString(((Result.Found) result).values()))
        .as(query)
        .isEqualTo(expected);
  }

  @Test
  void faultsAreTheLibrarys() {
    assertThat(jq.transform(".d | nope", INPUT))
        .isEqualTo(new Result.Failed("Function nope/0 does not exist"));
    assertThat(jq.transform(".d |", INPUT)).isInstanceOf(Result.Failed.class);
    assertThat(jq.transform(".s | .x", INPUT)).isInstanceOf(Result.Failed.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[range(1e12)]",
        "range(1e12)",
        "[recurse(.)]",
        "def f: f; f",
        "def f: 1, f; [f]",
        "last(range(1e12))",
        "reduce range(100) as $i ([1]; . + .)",
        "reduce range(100) as $i (\"x\"; . + .)",
        "[limit(1e9; recurse(.))] | length",
        "until(false; .)",
        "[range(300000) | tostring] | [., ., ., ., .] | tojson",
        "\"x\" * 2147483647",
      })
  void endsAtItsLimits(String query) {
    var result = jq.transform(query, INPUT);
    assertThat(result).as(query).isInstanceOf(Result.Failed.class);
    assertThat(((Result.Failed) result).message()).as(query).startsWith("the query was ended: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"env", "$ENV", "env.PATH", "input", "import \"a\" as a; 1"})
  void reachesNothing(String query) {
    assertThat(jq.transform(query, INPUT)).isInstanceOf(Result.Failed.class);
  }

  @Test
  void patternsTakeLinearTime() {
    var result = jq.transform(".t | test(\"^(a+)+$\")", Map.of("t", "a".repeat(5_000) + "b"));
    assertThat(result).isEqualTo(new Result.Found(List.of(false)));
  }
}
