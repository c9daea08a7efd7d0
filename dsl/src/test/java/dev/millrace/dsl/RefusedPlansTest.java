package dev.millrace.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with a plan is told where it stands, with what would be right. */
final class RefusedPlansTest {

  @ParameterizedTest
  @CsvSource(
      delimiterString = " ==> ",
      quoteCharacter = '\0',
      value = {
        "s.sort({ key: Key.scor, order: 'desc' }) ==> unknown key 'scor'; did you mean 'score'?",
        "s.vm({ outKey: Key.score, expr: P.weigth }) ==> unknown param 'weigth'; did you mean"
            + " 'weight'?",
        "ctx.viewer({ endpoint: EP.redis.redis_defualt })"
            + " ==> EP.redis: unknown name 'redis_defualt'; did you mean 'redis_default'?",
        "ctx.viewer({ endpoint: EP.http.http_api })"
            + " ==> viewer: 'endpoint' must be an endpoint of kind redis",
        "ctx.viewer({}) ==> viewer: option 'endpoint' is missing",
        "ctx.viewr({}) ==> ctx: unknown name 'viewr'; did you mean 'viewer'?",
        "s.tak({ count: 1 }) ==> a row set: unknown name 'tak'; did you mean 'take'?",
        "s.take({ cout: 1 }) ==> take: option 'count' is missing",
        "s.take({ count: 1, trac: 'x' }) ==> take: unknown option 'trac'; did you mean 'trace'?",
        "s.take({ count: 0 }) ==> take: 'count' must be a whole number of 1 to 2147483647, not the"
            + " number 0",
        "s.take({ count: 1.5 }) ==> take: 'count' must be a whole number",
        "s.take({ count: '5' }) ==> not the string \"5\"",
        "s.take(5) ==> argument 1 must be an object, not the number 5",
        "s.vm({ outKey: 2002, expr: 1 }) ==> vm: 'outKey' must be a key, such as Key.id, not the"
            + " number 2002",
        "s.vm({ outKey: Key.score, expr: s }) ==> expected an expression, not a row set",
        "s.vm({ outKey: Key.score, expr: Key.country + 1 }) ==> arithmetic needs numbers, this is a"
            + " string",
        "s.vm({ outKey: Key.score, expr: Key.features_esr * 2 }) ==> is a feature bundle",
        "s.vm({ outKey: Key.score, expr: Key.id % 2 }) ==> expressions have no '%'",
        "s.vm({ outKey: Key.score, expr: Key.id * nothing.x }) ==> 'nothing' is not declared",
        "s.vm({ outKey: Key.score, expr: Key.id * ({}).x }) ==> expected an expression, not"
            + " undefined",
        "s.vm({ outKey: Key.score, expr: 1 / 0 }) ==> finite numbers",
        "s.filter({ pred: Key.id }) ==> expected a predicate, not Key.id, which is a number",
        "s.filter({ pred: Key.country > 5 }) ==> must be of one type, not a string and a number",
        "s.filter({ pred: Key.id & Key.id }) ==> did you mean '&&'",
        "s.filter({ pred: Key.id == undefined }) ==> compare with null",
        "s.filter({ pred: Pred.cmp(Key.id, '>', 5) }) ==> argument 1 must be the comparison as a"
            + " string",
        "s.filter({ pred: Pred.cmp('=>', Key.id, 5) }) ==> unknown comparison '=>'",
        "s.filter({ pred: Pred.in(Key.id, ['a']) }) ==> cannot be in a list of a strings",
        "s.filter({ pred: Pred.in(Key.id, [1, 'a']) }) ==> not both",
        "s.filter({ pred: regex(Key.id, 'x') }) ==> the key of a string",
        "s.filter({ pred: regex(Key.title, 'x', 'g') }) ==> the flags are",
        "s.concat({ rhs: 5 }) ==> concat: 'rhs' must be a row set, not the number 5",
        "s.sort({ key: Key.id, by: Key.id }) ==> sort: 'by' is there twice",
        "s.op('acme::boost', {}) ==> unknown op 'acme::boost'",
        "s.op('core::tak', {}) ==> did you mean 'core::take'?",
        "s.op('core::viewer', { endpoint: EP.redis.redis_default }) ==> viewer takes 0 inputs, not"
            + " 1",
        "ctx.op('core::take', { count: 1 }) ==> take takes 1 inputs, not 0",
        "ctx.requireCapability('cap.nope') ==> unknown capability 'cap.nope'",
        "s.take({ count: 1, extensions: { 'cap.x': {} } }) ==> needs"
            + " ctx.requireCapability(\"cap.x\") first",
        "(Key.id > 5 ? s : s.take({ count: 1 })) ==> expected an expression, not a row set",
        "(() => { if (Key.id > 5) return s; return s; })() ==> known only when the plan runs",
        "`${Key.id}` ==> Key.id cannot be part of a string",
        "Key.title.length ==> Key.title has no 'length'",
        "[] ==> at least one output",
        "undefined ==> build must return a row set or an array of them, not undefined",
        "[s, 5] ==> not the number 5",
      })
  void refuses(String result, String message) {
    var refused = refused(result);

    assertThat(refused.diagnostics().getFirst().toString()).contains(message);
    assertThat(refused.diagnostics().getFirst().span().file()).isEqualTo("t.plan.ts");
  }

  @Test
  void theCaretStandsBelowTheName() {
    assertThat(refused("s.sort({ key: Key.scor })").diagnostics().getFirst().rendered().lines())
        .containsExactly(
            "t.plan.ts:6:30: unknown key 'scor'; did you mean 'score'?",
            "  6 |     return s.sort({ key: Key.scor });",
            "    |                              ^");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " ==> ",
      quoteCharacter = '\0',
      value = {
        "const x = 1; ==> this file exports no plan",
        "export default 5; ==> the default export must be definePlan(…), not the number 5",
        "export default definePlan({ name: 'x', build: (c) => c }); ==> 'definePlan' is not"
            + " imported",
        "import { definePlan } from '@ranking-dsl/runtime'; export default definePlan({ name:"
            + " 'a-b', build: (c) => c }); ==> letters, digits and underscores",
        "import { definePlan } from '@ranking-dsl/runtime'; export default definePlan({ nam: 'a'"
            + " }); ==> unknown option 'nam'; did you mean 'name'?",
        "import { defnePlan } from '@ranking-dsl/runtime'; ==> did you mean 'definePlan'?",
        "import fs from 'fs'; ==> 'fs' cannot be imported",
        "import { x } from './nope'; ==> './nope' is not there; expected nope.ts or nope.plan.ts",
      })
  void refusesFiles(String text, String message) {
    var result = TestNames.compiler().compileText("t.plan.ts", text);

    assertThat(result).isInstanceOf(CompileResult.Refused.class);
    assertThat(((CompileResult.Refused) result).diagnostics().getFirst().message())
        .contains(message);
  }

  private static CompileResult.Refused refused(String result) {
    String text =
        """
        import { definePlan, E, Pred } from "@ranking-dsl/runtime";
        export default definePlan({
          name: "t",
          build: (ctx) => {
            const s = ctx.test.fixedSource({ rowCount: 3 });
            return %s;
          },
        });
        """
            .formatted(result);
    var compiled = TestNames.compiler().compileText("t.plan.ts", text);
    assertThat(compiled).as(result).isInstanceOf(CompileResult.Refused.class);
    return (CompileResult.Refused) compiled;
  }
}
