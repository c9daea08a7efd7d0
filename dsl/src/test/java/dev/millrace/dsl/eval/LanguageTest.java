package dev.millrace.dsl.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.millrace.dsl.source.CompileLimits;
import dev.millrace.dsl.source.Place;
import dev.millrace.dsl.source.Refusal;
import dev.millrace.dsl.source.SourceFile;
import dev.millrace.dsl.syntax.Module;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the plan language means, expression by expression. */
final class LanguageTest {

  @ParameterizedTest
  @CsvSource(
      delimiterString = " ==> ",
      quoteCharacter = '\0',
      value = {
        "1 + 2 * 3 ** 2 ==> 19",
        "(1 + 2) * 3 - -4 ==> 13",
        "7 % 4 / 2 ==> 1.5",
        "0.1 + 0.2 ==> 0.30000000000000004",
        "1_000 + 0x10 + 0b11 + 0o7 ==> 1026",
        "1e21 ==> 1e+21",
        "1.5e-7 ==> 1.5e-7",
        "5 & 3 | 8 ==> 9",
        "-1 >>> 28 ==> 15",
        "'a' + 1 + true + null ==> a1truenull",
        "`x${1 + 1}y${'z'}` ==> x2yz",
        "`a${`b${1}`}c` ==> ab1c",
        "'\\u0041\\x42\\u{43}\\n'.trim() ==> ABC",
        "1 < 2 && 'b' > 'a' ==> true",
        "null == undefined ==> true",
        "null === undefined ==> false",
        "1 === '1' ==> false",
        "NaN === NaN ==> false",
        "0 || 'x' ==> x",
        "0 ?? 'x' ==> 0",
        "'' && 1 ==> ",
        "!0 ==> true",
        "typeof 1 + typeof 'a' + typeof undefined + typeof (() => 1) ==>"
            + " numberstringundefinedfunction",
        "true ? 1 : 2 ==> 1",
        "({a: {b: 1}}).a.b ==> 1",
        "({a: 1})?.b?.c.d.e ==> undefined",
        "[1, 2, 3][1] ==> 2",
        "({['a' + 'b']: 1}).ab ==> 1",
        "({...{a: 1, b: 2}, b: 3}) ==> {a:1,b:3}",
        "[...[1, 2], ...'ab'] ==> [1,2,a,b]",
        "({b: 1, 2: 1, a: 1, 1: 1}) ==> {1:1,2:1,b:1,a:1}",
        "'a' in {a: 1} ==> true",
        "[1, 2, 3].map((x, i) => x * i) ==> [0,2,6]",
        "[1, 2, 3].filter(x => x > 1) ==> [2,3]",
        "[1, 2, 3].reduce((a, b) => a + b, 10) ==> 16",
        "[1, 2, 3].reduce((a, b) => a + b) ==> 6",
        "[3, 1, 2].sort() ==> [1,2,3]",
        "[3, 1, 2].toSorted((a, b) => b - a) ==> [3,2,1]",
        "[1, [2, [3]]].flat() ==> [1,2,[3]]",
        "[1, 2].flatMap(x => [x, x]) ==> [1,1,2,2]",
        "[1, 2, 3].slice(-2) ==> [2,3]",
        "[1, 2].concat([3], 4) ==> [1,2,3,4]",
        "[1, 2].includes(2) ==> true",
        "['a', 'b'].indexOf('b') ==> 1",
        "[1, 2].join('-') ==> 1-2",
        "[1, 2, 3].some(x => x > 2) ==> true",
        "[1, 2, 3].every(x => x > 2) ==> false",
        "[1, 2, 3].find(x => x > 1) ==> 2",
        "[1, 2, 3].findIndex(x => x > 5) ==> -1",
        "[1, 2].reverse() ==> [2,1]",
        "['a'].entries() ==> [[0,a]]",
        "[1, 2, 3].at(-1) ==> 3",
        "[1, 2].length + 'abc'.length ==> 5",
        "'a,b'.split(',') ==> [a,b]",
        "'abc'.slice(1) + 'abc'.substring(0, 1) + 'abc'[2] ==> bcac",
        "'aXbX'.replaceAll('X', '-') + 'aXbX'.replace('X', '-') ==> a-b-a-bX",
        "'7'.padStart(3, '0') + 'ab'.repeat(2) ==> 007abab",
        "'Ab'.toUpperCase() + 'Ab'.toLowerCase() ==> ABab",
        "Object.keys({a: 1, b: 2}) ==> [a,b]",
        "Object.entries({a: 1}) ==> [[a,1]]",
        "Object.values({a: 1}) ==> [1]",
        "Object.assign({}, {a: 1}, {b: 2}) ==> {a:1,b:2}",
        "Object.fromEntries([['a', 1]]) ==> {a:1}",
        "Array.from({length: 3}, (_, i) => i) ==> [0,1,2]",
        "Array.isArray([]) ==> true",
        "Number('12') + Number(true) ==> 13",
        "String(1.50) ==> 1.5",
        "Boolean('') ==> false",
        "Number.isInteger(1.5) ==> false",
        "Math.max(1, 3, 2) + Math.min(1, 2) + Math.floor(1.7) + Math.round(2.5) ==> 8",
        "(1.005).toFixed(1) ==> 1.0",
        "((a, b = a + 1, ...c) => [a, b, c])(1, undefined, 3, 4) ==> [1,2,[3,4]]",
        "(({a, b: {c = 5} = {}, ...rest}) => [a, c, rest])({a: 1, d: 2}) ==> [1,5,{d:2}]",
        "(([a, , b = 3, ...c]) => [a, b, c])([1, 2]) ==> [1,3,[]]",
        "(function f(n: number): number { return n < 2 ? 1 : n * 2; })(3) ==> 6",
        "(<T,>(x: T): T => x)(4) ==> 4",
        "(5 as unknown as number)! ==> 5",
        "({a: 1} satisfies {a: number}).a ==> 1",
        "((x?: number, y: Array<Record<string, number[]>> = []) => y.length)() ==> 0",
      })
  void evaluates(String expression, String expected) {
    assertThat(value(expression)).isEqualTo(expected == null ? "" : expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "let s = 0; for (let i = 0; i < 4; i++) { if (i === 2) continue; s += i; } return s; // 4",
        "let s = 0; for (const x of [1, 2, 3]) { if (x === 3) break; s += x; } return s + 1; // 4",
        "let s = ''; for (const k in { a: 1, b: 2 }) s += k; return s.length + 2; // 4",
        "let i = 0; while (true) { i++; if (i > 3) break } return i; // 4",
        "let i = 0; do { i += 2 } while (i < 4); return i; // 4",
        "switch ('b') { case 'a': return 1; case 'b': case 'c': return 4; default: return 2 } // 4",
        "switch (9) { case 1: return 1; default: return 4 } // 4",
        "try { throw new Error('x') } catch (e: unknown) { return e.message === 'x' ? 4 : 0 } // 4",
        "try { return 1 } finally { return 4 } // 4",
        "const fs = []; for (let i = 0; i < 3; i++) fs.push(() => i); return fs[1]() + 3; // 4",
        "return twice(2); function twice(x) { return x * 2 } // 4",
        "const o = { n: 1, add(x: number) { return x + 3 } }; o.n += 2; return o.n + o.add(-2); //"
            + " 4",
        "enum A { X, Y = 3, Z } return A.Z; // 4",
        "const a = [1]; a.push(2, 3); a[3] = 4; return a[a.length - 1]; // 4",
        "let a = null; a ??= 4; a &&= a; a ||= 1; return a; // 4",
        "type T = { [k: string]: number } | `x${string}`; interface I<A> { f(): A } return 4; // 4",
        "const f = (n: number): number => n <= 1 ? 1 : n * f(n - 1); return f(4) - 20; // 4",
        "let x = 1\nlet y = 3\nreturn x + y // 4",
        "let i = 3; const j = i++ + --i; return j - 2; // 4",
        "const { a, b: [c] } = { a: 1, b: [3] }; return a + c; // 4",
      })
  void runsStatements(String body) {
    assertThat(value("(() => {" + body + "\n})()")).isEqualTo("4");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " ==> ",
      quoteCharacter = '\0',
      value = {
        "eval('1') ==> no eval",
        "new Function('return 1') ==> no 'new'",
        "Function('return 1') ==> no Function",
        "new Date() ==> no 'new'",
        "Date.now() ==> no Date",
        "Math.random() ==> same source must always give the same plan",
        "Math.rnd(1) ==> unknown name 'rnd'",
        "globalThis ==> no globalThis",
        "process.env ==> no process",
        "require('fs') ==> no require",
        "Symbol('x') ==> no Symbol",
        "new Proxy({}, {}) ==> no 'new'",
        "Reflect.ownKeys({}) ==> no Reflect",
        "/a+/ ==> no regular expression literals",
        "import('x') ==> no dynamic import",
        "async () => 1 ==> no async functions",
        "class {} ==> no classes",
        "function* () {} ==> no generators",
        "({ get a() { return 1 } }) ==> no getters and setters",
        "this ==> no this",
        "[].constructor ==> have no prototypes",
        "({}).__proto__ ==> have no prototypes",
        "({})['__pro' + 'to__'] ==> have no prototypes",
        "({ __proto__: {} }) ==> have no prototypes",
        "(() => 1).prototype ==> have no prototypes",
        "'a'.constructor('b') ==> have no prototypes",
        "(() => 1).call ==> has no property 'call'",
        "[].mapp(x => x) ==> did you mean 'map'",
        "'a'.toUppercase() ==> did you mean 'toUpperCase'",
        "undefined.x ==> cannot read 'x' of undefined",
        "1 + {} ==> cannot add",
        "'a' * 2 ==> needs numbers",
        "1 == '1' ==> compares values of one type",
        "[1] < 2 ==> cannot compare",
        "nope ==> 'nope' is not declared",
        "(1, 2) ==> no comma operator",
        "delete {}.a ==> no delete",
        "void 0 ==> no void",
        "1n ==> big integers",
        "01 ==> not a number",
        "'\\q' ==> unknown escape",
        "'abc ==> this string has no end",
        "`abc ==> this template has no end",
        "[1, 2 ==> expected ']' or ','",
        "f`x` ==> no tagged templates",
        "{} instanceof Object ==> no instanceof",
      })
  void refuses(String expression, String message) {
    var refusal = catchThrowableOfType(Refusal.class, () -> value(expression));

    assertThat(refusal).as(expression).isNotNull();
    assertThat(refusal.diagnostic().message()).contains(message);
  }

  @Test
  void aConstantCannotBeAssignedTo() {
    var refusal =
        catchThrowableOfType(Refusal.class, () -> value("(() => { const a = 1; a = 2; })()"));

    assertThat(refusal.diagnostic().message()).contains("'a' is a constant");
  }

  @Test
  void anErrorShowsTheLineWithACaret() {
    var refusal =
        catchThrowableOfType(Refusal.class, () -> run("const a = 1;\n\tconst b = a.x.y;"));

    assertThat(refusal.diagnostic().rendered().lines())
        .containsExactly(
            "t.ts:2:14: the number 1 has no property 'x'",
            "  2 | \tconst b = a.x.y;",
            "    | \t            ^");
  }

  @Test
  void whatIsThrownAndNotCaughtIsTheError() {
    var refusal = catchThrowableOfType(Refusal.class, () -> run("throw new Error('too many');"));

    assertThat(refusal.diagnostic().message()).isEqualTo("the plan's code threw: too many");
  }

  @Test
  void aRefusalIsNotCaughtByThePlan() {
    var refusal =
        catchThrowableOfType(
            Refusal.class, () -> run("try { for (;;) {} } catch (e) { } finally { }"));

    assertThat(refusal.diagnostic().message()).contains("steps");
  }

  private static String value(String expression) {
    return shown(run("export const result = " + expression + ";").get("result"));
  }

  private static Map<String, Value> run(String text) {
    var file = new SourceFile("t.ts", text);
    var interpreter =
        new Interpreter(
            new Meter(CompileLimits.standard(), () -> 0L), new NothingLifted(), Map.of());
    return interpreter.run(Module.parse(file, 150), Globals.all(), _ -> Map.of());
  }

  private static String shown(Value value) {
    return switch (value) {
      case ListValue list ->
          list.items().stream().map(LanguageTest::shown).collect(Collectors.joining(",", "[", "]"));
      case ObjectValue object ->
          object.names().stream()
              .map(name -> name + ":" + shown(object.value(name)))
              .collect(Collectors.joining(",", "{", "}"));
      default -> PlainOperators.text(value, new SourceFile("t.ts", "").at(0));
    };
  }

  private static final class NothingLifted implements Operators {
    @Override
    public Value binary(String operator, Value left, Value right, Place at) {
      throw at.refuse("lifted");
    }

    @Override
    public Value unary(String operator, Value operand, Place at) {
      throw at.refuse("lifted");
    }

    @Override
    public Value logical(String operator, Value left, Value right, Place at) {
      throw at.refuse("lifted");
    }

    @Override
    public Value choose(Value test, Value then, Value otherwise, Place at) {
      throw at.refuse("lifted");
    }

    @Override
    public Value oneOf(Value item, List<Value> list, Place at) {
      throw at.refuse("lifted");
    }

    @Override
    public Value math(String function, List<Value> arguments, Place at) {
      throw at.refuse("lifted");
    }
  }
}
