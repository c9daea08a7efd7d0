package dev.millrace.plan.expr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.rows.ColumnBatch;
import dev.millrace.rows.Dictionary;
import dev.millrace.rows.RowSet;
import dev.millrace.rows.StringColumn;
import dev.millrace.rows.StringColumnBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A predicate on strings is evaluated once for each string, however many rows have it. */
class CodeTestTest {

  private static final int ROWS = 10_000;
  private static final List<String> COUNTRIES = List.of("US", "CA", "FR");
  private static final Pred.Regex REGEX =
      new Pred.Regex(TestNames.COUNTRY, new Pred.Pattern.Literal("^(US|FR)$"), false);

  /** What was evaluated, in its order. */
  private final List<String> evaluated = new ArrayList<>();

  private Predicate<String> counted(Predicate<String> predicate) {
    return value -> {
      evaluated.add(value);
      return predicate.test(value);
    };
  }

  private static StringColumn countries() {
    StringColumnBuilder countries = new StringColumnBuilder(ROWS);
    for (int row = 0; row < ROWS; row++) {
      countries.set(row, COUNTRIES.get(row % COUNTRIES.size()));
    }
    return countries.build();
  }

  private static RowSet rows() {
    ColumnBatch ids = ColumnBatch.ofIds(LongStream.range(0, ROWS).toArray());
    return RowSet.all(ids).with(TestNames.COUNTRY, countries());
  }

  /** The generated loop over the rows of a frame that counts what it lets evaluate. */
  private CompiledSelect compiled(RowSet rows) {
    TypedPred typed = TestNames.typed(REGEX);
    Lowering lowering = new Lowering(typed.names());
    SelectBody body = new SelectBody(lowering.pred(typed.pred()));
    Layout plain = lowering.layout();
    Layout watched =
        new Layout(
            plain.columns(),
            plain.constants(),
            plain.constantTests(),
            plain.codeTests().stream().map(this::watched).toList(),
            plain.numberSets(),
            plain.stringSets());
    LoopVariants<SelectLoop> loops =
        LoopVariants.of(watched, body, SelectLoop.class, 0).orElseThrow();
    return CompiledSelect.begin(
        loops, new Binding(watched, typed.names()).frame(rows, ParamValues.NONE));
  }

  private Layout.CodeTestSpec watched(Layout.CodeTestSpec spec) {
    return new Layout.CodeTestSpec(
        spec.column(), (constants, params) -> counted(spec.test().bind(constants, params)));
  }

  @Test
  void aRegexIsEvaluatedOnceForEachEntryOfTheDictionary() {
    RowSet rows = rows();
    CompiledSelect run = compiled(rows);

    for (int from = 0; from < ROWS; from += 1_000) {
      run.select(from, from + 1_000);
    }

    assertThat(evaluated).containsExactlyElementsOf(COUNTRIES);
    assertThat(run.selected()).isEqualTo(ROWS - ROWS / 3);
    assertThat(run.selected()).isEqualTo(OnBothBackends.select(REGEX, rows, Map.of()).size());
  }

  @Test
  void anEntryThatNoRowHasIsNotEvaluated() {
    RowSet rows = rows();
    int[] americans = new int[100];
    for (int i = 0; i < americans.length; i++) {
      americans[i] = 3 * i;
    }
    CompiledSelect run = compiled(RowSet.of(rows.batch(), americans, americans.length));

    run.select(0, americans.length);

    assertThat(evaluated).containsExactly("US");
    assertThat(run.selected()).isEqualTo(americans.length);
  }

  @Test
  void whatIsDecidedStaysDecided() {
    CodeTest test = new CodeTest(counted("CA"::equals), new Dictionary(COUNTRIES));

    for (int row = 0; row < ROWS; row++) {
      int code = row % COUNTRIES.size();
      assertThat(test.test(code)).isEqualTo(code == 1);
    }

    assertThat(evaluated).containsExactlyElementsOf(COUNTRIES);
  }
}
