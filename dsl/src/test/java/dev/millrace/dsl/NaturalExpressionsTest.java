package dev.millrace.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** Operators over keys and params build expressions, wherever they stand. */
final class NaturalExpressionsTest {

  private static final String KEY = "{\"op\":\"key_ref\",\"key_id\":%d}";
  private static final String ID = KEY.formatted(1);
  private static final String SCORE = KEY.formatted(2002);
  private static final String COUNTRY = KEY.formatted(3001);
  private static final String WEIGHT = "{\"op\":\"param_ref\",\"param_id\":4}";

  @ParameterizedTest
  @CsvSource(
      delimiterString = " ==> ",
      quoteCharacter = '\0',
      value = {
        "Key.id * coalesce(P.weight, 0.5) ==> mul(ID, coalesce(WEIGHT, 0.5))",
        "Key.id + 2 * 3 ==> add(ID, 6)",
        "-Key.score - 1 ==> sub(neg(SCORE), 1)",
        "Key.score / Key.id ==> div(SCORE, ID)",
        "Key.score ?? 0 ==> coalesce(SCORE, 0)",
        "+Key.score ==> SCORE",
        "Math.max(Key.score, 0, P.weight) ==> max(max(SCORE, 0), WEIGHT)",
        "Math.abs(Math.log1p(Key.score)) ==> abs(log1p(SCORE))",
        "E.add(E.key(Key.id), E.const(1)) ==> add(ID, 1)",
        "E.min(Key.id, E.neg(E.param(P.weight))) ==> min(ID, neg(WEIGHT))",
        "coalesce(Key.score, P.weight, 1) ==> coalesce(SCORE, coalesce(WEIGHT, 1))",
        "Key.country == \"US\" ? 2 : Key.score ==> if(cmp(==, COUNTRY, \"US\"), 2, SCORE)",
        "E.if(Key.id > 1, 1, 2) ==> if(cmp(>, ID, 1), 1, 2)",
        "3 ==> 3",
        "[1, 2].reduce((a, b) => a + b * Key.id, 0) ==> add(add(0, mul(1, ID)), mul(2, ID))",
      })
  void expressions(String source, String expected) {
    assertThat(table("expr_table", "vm({ outKey: Key.score, expr: " + source + " })"))
        .isEqualTo(written(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " ==> ",
      quoteCharacter = '\0',
      value = {
        "Key.id > 5 ==> cmp(>, ID, 5)",
        "5 < Key.id ==> cmp(<, 5, ID)",
        "Key.country === \"US\" ==> cmp(==, COUNTRY, \"US\")",
        "Key.country != null ==> not_null(COUNTRY)",
        "null === Key.country ==> is_null(COUNTRY)",
        "Key.id * 2 + 1 >= P.weight ==> cmp(>=, add(mul(ID, 2), 1), WEIGHT)",
        "Key.id > 1 && !(Key.id > 5) || Key.id == 9"
            + " ==> or(and(cmp(>, ID, 1), not(cmp(>, ID, 5))), cmp(==, ID, 9))",
        "true && Key.id > 1 ==> cmp(>, ID, 1)",
        "Key.id > 1 && true ==> cmp(>, ID, 1)",
        "Key.id > 1 && false ==> const_bool(false)",
        "[\"US\", \"CA\"].includes(Key.country) ==> in(COUNTRY, [\"US\",\"CA\"])",
        "Pred.in(Key.id, [1, 2]) ==> in(ID, [1,2])",
        "Pred.and(Key.id > 1, Key.id < 5, Key.id != 3)"
            + " ==> and(and(cmp(>, ID, 1), cmp(<, ID, 5)), cmp(!=, ID, 3))",
        "Pred.or([Pred.isNull(Key.country), Pred.notNull(Key.id)])"
            + " ==> or(is_null(COUNTRY), not_null(ID))",
        "Pred.not(Pred.cmp(\"<=\", E.key(Key.id), E.const(5))) ==> not(cmp(<=, ID, 5))",
      })
  void predicates(String source, String expected) {
    assertThat(table("pred_table", "filter({ pred: " + source + " })"))
        .isEqualTo(written(expected));
  }

  @Test
  void regexTakesALiteralOrAParam() {
    assertThat(
            table(
                "pred_table",
                "filter({ pred: Key.country == 'US' && !regex(Key.title, 'x+', 'i') })"))
        .endsWith(
            "{\"op\":\"not\",\"x\":{\"op\":\"regex\",\"key_id\":3002,\"pattern\":"
                + "{\"kind\":\"literal\",\"value\":\"x+\"},\"flags\":\"i\"}}}");
    assertThat(table("pred_table", "filter({ pred: Pred.regex(Key.title, P.blocklist_regex) })"))
        .isEqualTo(
            "{\"op\":\"regex\",\"key_id\":3002,\"pattern\":"
                + "{\"kind\":\"param\",\"param_id\":2},\"flags\":\"\"}");
  }

  @Test
  void valuesLiftNotSyntax() {
    String direct = table("expr_table", "vm({ outKey: Key.score, expr: Key.id * 2 + 1 })");
    String held =
        compact(
            compiled(
                """
                const twice = (x: any) => x * 2;
                const base = twice(Key.id);
                """,
                "vm({ outKey: Key.score, expr: base + 1 })"),
            "expr_table");

    assertThat(held).isEqualTo(direct);
  }

  @Test
  void theSameExpressionHasOneId() {
    String json =
        compiled(
            "",
            "vm({ outKey: Key.score, expr: Key.id * 2 })"
                + ".vm({ outKey: Key.final_score, expr: Key.id * 2 })"
                + ".vm({ outKey: Key.final_score, expr: Key.id * 3 })");

    assertThat(json).contains("\"expr_id\":\"e1\"").doesNotContain("\"e2\"");
  }

  /** The one entry of a table, without blanks. */
  private static String table(String name, String call) {
    return compact(compiled("", call), name);
  }

  private static String compact(String json, String name) {
    var tables = new JsonMapper().readTree(json);
    return tables.path(name).path(name.startsWith("e") ? "e0" : "p0").toString();
  }

  private static String compiled(String before, String call) {
    String text =
        """
        import { definePlan, E, Pred } from "@millrace/runtime";
        %s
        export default definePlan({
          name: "t",
          build: (ctx) => ctx.test.fixedSource({ rowCount: 3 }).%s,
        });
        """
            .formatted(before, call);
    return switch (TestNames.compiler().compileText("t.plan.ts", text)) {
      case CompileResult.Compiled compiled -> compiled.json();
      case CompileResult.Refused refused ->
          throw new AssertionError(refused.diagnostics().getFirst().rendered());
      case CompileResult.Unchanged unchanged -> throw new AssertionError(unchanged);
    };
  }

  /** {@code add(ID, 6)} as the plan's tables have it. */
  private static String written(String shorthand) {
    return new Shorthand(shorthand).read();
  }

  /** Reads the notation of this test. */
  private static final class Shorthand {
    private final String text;
    private int at;

    Shorthand(String text) {
      this.text = text.replace(", ", ",");
    }

    String read() {
      int start = at;
      if (text.charAt(at) == '[') {
        at = text.indexOf(']', at) + 1;
        return text.substring(start, at);
      }
      while (at < text.length() && "(),".indexOf(text.charAt(at)) < 0) {
        at++;
      }
      String word = text.substring(start, at);
      return at < text.length() && text.charAt(at) == '(' ? call(word) : leaf(word);
    }

    private String call(String op) {
      at++;
      if (op.equals("const_bool")) {
        String value = text.substring(at, text.indexOf(')', at));
        at += value.length() + 1;
        return "{\"op\":\"const_bool\",\"value\":%s}".formatted(value);
      }
      var json = new StringBuilder("{\"op\":\"" + op + "\"");
      String[] fields =
          switch (op) {
            case "neg", "abs", "log1p", "not", "is_null", "not_null" -> new String[] {"x"};
            case "if" -> new String[] {"pred", "then", "else"};
            case "in" -> new String[] {"lhs", "list"};
            default -> new String[] {"a", "b"};
          };
      if (op.equals("cmp")) {
        int end = text.indexOf(',', at);
        json.append(",\"cmp\":\"").append(text, at, end).append('"');
        at = end + 1;
      }
      for (String field : fields) {
        json.append(",\"").append(field).append("\":").append(read());
        at++;
      }
      return json.append('}').toString();
    }

    private static String leaf(String word) {
      return switch (word) {
        case "ID" -> ID;
        case "SCORE" -> SCORE;
        case "COUNTRY" -> COUNTRY;
        case "WEIGHT" -> WEIGHT;
        default ->
            word.startsWith("\"")
                ? "{\"op\":\"const_string\",\"value\":%s}".formatted(word)
                : "{\"op\":\"const_number\",\"value\":%s}".formatted(word);
      };
    }
  }
}
