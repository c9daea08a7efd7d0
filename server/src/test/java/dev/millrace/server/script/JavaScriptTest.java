package dev.millrace.server.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.server.flow.ScriptEngine.Result;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** The language: each script and its result as JSON. */
final class JavaScriptTest {

  private static final JsonMapper JSON = JsonMapper.shared();

  private static final String INPUT =
      """
      {"a": 2, "b": 3, "s": "Hello World", "list": [3, 1, 2, 10], "nothing": null,
       "o": {"k": 1, "z": [1, {"q": 5}]}, "yes": true,
       "users": [{"name": "Ann", "age": 30}, {"name": "Bob", "age": 20}]}
      """;

  private final JavaScript js =
      JavaScript.within(ScriptLimits.standard())
          .withClocks(() -> 0, () -> Instant.parse("2026-01-02T03:04:05.678Z"));

  private Object value(String script) {
    return switch (js.evaluate(script, input())) {
      case Result.Value value -> value.value();
      case Result.Failed failed -> throw new AssertionError(failed.message());
    };
  }

  @SuppressWarnings("unchecked") // a JSON object
  private static Map<String, Object> input() {
    return JSON.readValue(INPUT, Map.class);
  }

  private void check(String script, String expected) {
    assertThat(JSON.writeValueAsString(value(script))).as(script).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      textBlock =
          """
          1 + 2 * 3                                             | 7
          7 % 4 + 2 ** 3                                        | 11
          '2' * '3' + '4'                                       | "64"
          5 / 2                                                 | 2.5
          (1 << 4) + (3 ^ 1)                                    | 18
          -1 >>> 28                                             | 15
          ~5                                                    | -6
          '5' > 4                                               | true
          'b' > 'a' && null == undefined && null !== undefined  | true
          '1' == 1 && true == 1 && '1' !== 1                    | true
          [] + {}                                               | "[object Object]"
          typeof nope + typeof 1 + typeof '' + typeof null      | "undefinednumberstringobject"
          typeof (() => 1)                                      | "function"
          void 0                                                | null
          (1, 2)                                                | 2
          $.nothing ?? 'd'                                      | "d"
          $.o?.x?.y.z                                           | null
          $.o?.z?.[1].q                                         | 5
          'k' in $.o                                            | true
          let x = 1; x += 2; x *= 3; x                          | 9
          let y = null; y ??= 4; y &&= 6; y                     | 6
          let i = 1; [i++, i, ++i, i--]                         | [1,2,3,3]
          `${$.s}: ${1 + 1}`                                    | "Hello World: 2"
          'it\\'s \\d'                                          | "it's d"
          0x10 + 0b11 + 1e2 + .5                                | 119.5
          """)
  void operators(String script, String expected) {
    check(script, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      textBlock =
          """
          if ($.a < 3) { true; } else { false; }                           | true
          if ($.a > 3) { 'x' } else if ($.a == 2) { 'y' }                  | "y"
          1; if (false) { 2 }                                              | null
          1; var x = 2;                                                    | 1
          1;;                                                              | 1
          function e() { return $.a > 1 ? 'x' : 'y' } e();                 | "x"
          (function () { return $.a + 1 })()                               | 3
          (() => { return { s: $.a + $.b, l: [1, 2] } })()                 | {"s":5,"l":[1,2]}
          (() => ({ a: 1, b: undefined, c: [undefined], d: NaN }))()       | {"a":1,"c":[null],"d":null}
          return 5                                                         | 5
          x = 5; x * 2                                                     | 10
          var t = 0; for (var i = 0; i < 9; i++) { if (i % 2) continue; t += i } t | 20
          var t = ''; for (const k in $.o) t += k; t                       | "kz"
          var t = 0; for (const n of $.list) { t += n } t                  | 16
          var t = 0; for (n of [1, 2]) t += n; t                           | 3
          var n = 3, r = []; while (n) r.push(n--); r                      | [3,2,1]
          var n = 0; do { n++ } while (n < 5); n                           | 5
          outer: for (;;) { for (;;) { break outer } } 'done'              | "done"
          o: for (var i = 0; i < 3; i++) { for (;;) { continue o } } i     | 3
          switch ($.a) { case 1: 'one'; break; case 2: 'two'; break; default: 'many' } | "two"
          switch ('q') { case 1: 1; default: 8; case 2: 9 }                | 9
          let { o: { k, z: [p, ...r] }, gone = 7 } = $; [k, p, r, gone]    | [1,1,[{"q":5}],7]
          let { k, ...rest } = $.o; rest                                   | {"z":[1,{"q":5}]}
          let p = 1, q = 2; [p, q] = [q, p]; [p, q]                        | [2,1]
          let p; ({ k: p } = $.o); p                                       | 1
          [...'ab', ...[1, 2]]                                             | ["a","b",1,2]
          ({ ...$.o, k: 2 })                                               | {"k":2,"z":[1,{"q":5}]}
          ((a, b = a, ...c) => [a, b, c])(1, undefined, 3, 4)              | [1,1,[3,4]]
          (function () { return arguments.length })(1, 2, 3)               | 3
          var o = { f() { return this.v }, v: 4 }; o.f()                   | 4
          (function f(n) { return n < 2 ? 1 : n * f(n - 1) })(10)          | 3628800
          var f = []; for (let i = 0; i < 3; i++) f.push(() => i); f.map(g => g()) | [0,1,2]
          var f = []; for (var i = 0; i < 3; i++) f.push(() => i); f.map(g => g()) | [3,3,3]
          x = h(); function h() { return 6 } x                             | 6
          try { null.x } catch (e) { e.message }                           | "Cannot read property 'x' of null"
          try { throw { code: 3 } } catch ({ code }) { code }              | 3
          var l = []; try { l.push(1) } finally { l.push(2) } l            | [1,2]
          (() => { try { return 1 } finally { x = 2 } })() + x             | 3
          try { nope() } catch (e) { [e.name, e instanceof Error, e instanceof TypeError] } | ["ReferenceError",true,false]
          new Error('x') + ''                                              | "Error: x"
          function P(n) { this.n = n } new P(3).n                          | 3
          delete $.o.k; $.o                                                | {"z":[1,{"q":5}]}
          $.list[5] = 1; $.list                                            | [3,1,2,10,null,1]
          """)
  void statements(String script, String expected) {
    check(script, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      textBlock =
          """
          $.list.sort()                                                  | [1,10,2,3]
          $.list.sort((a, b) => b - a)                                   | [10,3,2,1]
          $.users.filter(u => u.age > 25).map(u => u.name).join()        | "Ann"
          $.users.find(function (u) { return u.name === 'Bob' }).age     | 20
          [1, 2, 3].reduce((s, x) => s + x)                              | 6
          [1, 2, 3].reduceRight((s, x) => s + x, '')                     | "321"
          [1, [2, [3]]].flat(Infinity)                                   | [1,2,3]
          [1, 2].flatMap(x => [x, x])                                    | [1,1,2,2]
          [1, 2, 3, 4].slice(-3, -1)                                     | [2,3]
          var l = [1, 2, 3, 4]; [l.splice(1, 2, 'x'), l]                 | [[2,3],[1,"x",4]]
          [[1, 2].indexOf(2), [1].includes(1), [NaN].includes(NaN)]      | [1,true,true]
          [1, 2].some(x => x > 1) && [1, 2].every(x => x > 0)            | true
          [[1, 2, 3].at(-1), [1, 2].concat(3, [4]), [1, 2].reverse()]    | [3,[1,2,3,4],[2,1]]
          new Array(3).fill(0)                                           | [0,0,0]
          Array.from({ length: 3 }, (_, i) => i * 2)                     | [0,2,4]
          [...new Set([1, 1, 2])]                                        | [1,2]
          var m = new Map([['a', 1]]); m.set('b', 2); [m.get('b'), m.size, [...m]] | [2,2,[["a",1],["b",2]]]
          Array.prototype.slice.call($.list, 1)                          | [1,2,10]
          Object.prototype.toString.call([])                             | "[object Array]"
          Object.keys({ b: 1, a: 2, 1: 3 })                              | ["1","b","a"]
          Object.entries({ a: 1 }).concat(Object.values({ b: 2 }))       | [["a",1],2]
          Object.assign({}, { a: 1 }, null, { b: 2 })                    | {"a":1,"b":2}
          Object.fromEntries([['a', 1]])                                 | {"a":1}
          ({ a: 1 }).hasOwnProperty('a')                                 | true
          JSON.stringify({ a: [1, 'x', null, undefined], d: new Date(0) }) | "{\\"a\\":[1,\\"x\\",null,null],\\"d\\":\\"1970-01-01T00:00:00.000Z\\"}"
          JSON.stringify([1], null, 1)                                   | "[\\n 1\\n]"
          JSON.parse('{"a": [1, 2.5, "x"]}')                             | {"a":[1,2.5,"x"]}
          'a-b_c'.replace(/[-_](.)/g, (_, c) => c.toUpperCase())         | "aBC"
          'John Smith'.replace(/(\\w+)\\s(\\w+)/, '$2, $1')              | "Smith, John"
          'a.b.a'.replaceAll('a', 'c')                                   | "c.b.c"
          /^\\d{3}$/.test('123')                                         | true
          'k=v; x=y'.match(/(\\w)=(\\w)/).slice(1)                       | ["k","v"]
          'a1b22'.match(/\\d+/g)                                         | ["1","22"]
          [...'a1b2'.matchAll(/[a-z](\\d)/g)].map(m => m[1])             | ["1","2"]
          'a, b;c'.split(/[,;]\\s*/)                                     | ["a","b","c"]
          'abc'.split('')                                                | ["a","b","c"]
          'Hello'.substring(1, 3) + 'Hello'.slice(-2) + 'Hello'.substr(1, 1) | "elloe"
          ' x '.trim() + 'x'.padStart(3, 'ab') + 'ab'.repeat(2)          | "xabxabab"
          'Hello'.indexOf('l') + 'Hello'.charCodeAt(0)                   | 74
          'a'.localeCompare('b')                                         | -1
          (123.456).toFixed(1) + (255).toString(16)                      | "123.5ff"
          parseInt('42px') + parseFloat('1.5e1x') + Number('0x10')       | 73
          [isNaN('x'), Number.isInteger(5), Number('')]                  | [true,true,0]
          [Math.max(1, 5, 3), Math.round(2.5), Math.floor(-1.5), Math.max()] | [5,3,-2,null]
          0.1 + 0.2                                                      | 0.30000000000000004
          9007199254740991 + ''                                          | "9007199254740991"
          new Date().toISOString()                                       | "2026-01-02T03:04:05.678Z"
          Date.now() - new Date('2026-01-02T03:04:05Z')                  | 678
          new Date(2024, 0, 31, 12).getTime()                            | 1706702400000
          var d = new Date('2024-02-28'); d.setDate(d.getDate() + 2); d.toISOString() | "2024-03-01T00:00:00.000Z"
          new Date('nonsense').getTime()                                 | null
          encodeURIComponent('a b&c') + decodeURIComponent('%20')        | "a%20b%26c "
          [1, 2, 3].map(parseInt.bind(null, '11'))                       | [null,3,4]
          Math.max.apply(null, [1, 7, 3])                                | 7
          console.log('x'); 4                                            | 4
          """)
  void builtIns(String script, String expected) {
    check(script, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      textBlock =
          """
          throw new Error("no")     | Error: no
          throw 'plain'             | plain
          throw { a: 1 }            | [object Object]
          $.nothing.foo             | TypeError: Cannot read property 'foo' of null
          $.o.q.r                   | TypeError: Cannot read property 'r' of undefined
          $.nope()                  | TypeError: nope is not a function
          nope                      | ReferenceError: nope is not defined
          let x = y; let y = 1      | ReferenceError: y is not defined
          JSON.parse('{')           | SyntaxError: Invalid JSON: Unexpected end-of-input
          [].reduce((a, b) => a)    | TypeError: Reduce of empty array with no initial value
          new Array(-1)             | RangeError: Invalid array length
          1 +                       | SyntaxError: expected an expression, found the end of the file (line 1, column 4)
          class A {}                | SyntaxError: scripts have no classes; use functions and objects (line 1, column 1)
          const c = 1; c = 2        | SyntaxError: 'c' is a constant and cannot be assigned to (line 1, column 14)
          /(a)\\1/                  | SyntaxError: Invalid regular expression
          async () => 1             | SyntaxError: scripts have no async functions; a script is evaluated at once
          Math.random()             | TypeError: Math.random is not there
          """)
  void faultsSayWhatAndWhere(String script, String expected) {
    var result = js.evaluate(script, input());
    assertThat(result).isInstanceOf(Result.Failed.class);
    assertThat(((Result.Failed) result).message())
        .startsWith("Error evaluating the script `" + expected);
  }

  @Test
  void wholeNumbersAreWholeInJava() {
    assertThat(value("[1, 3000000000, 2.5, -0]"))
        .isEqualTo(Arrays.asList(1, 3_000_000_000L, 2.5, 0));
  }

  @Test
  void largeIdsPassThroughUnharmed() {
    var result = js.evaluate("({ id: $.id })", Map.of("id", 9_007_199_254_740_993L));
    assertThat(result).isEqualTo(new Result.Value(Map.of("id", 9_007_199_254_740_993L)));
  }

  @Test
  void whatIsNotTouchedIsNotCopied() {
    var part = List.of(1, 2, 3);
    var result = js.evaluate("$.part", Map.of("part", part));
    assertThat(((Result.Value) result).value()).isSameAs(part);
  }

  @Test
  void inputStaysAsItWas() {
    var input = new LinkedHashMap<String, Object>(Map.of("o", new LinkedHashMap<>(Map.of("a", 1))));
    assertThat(js.evaluate("$.o.a = 2; $.b = 3; $.o.a", input)).isEqualTo(new Result.Value(2));
    assertThat(input).isEqualTo(Map.of("o", Map.of("a", 1)));
  }

  @Test
  void evaluationsDoNotSeeEachOther() {
    assertThat(js.evaluate("seen = 1; seen", Map.of())).isEqualTo(new Result.Value(1));
    assertThat(js.evaluate("typeof seen", Map.of())).isEqualTo(new Result.Value("undefined"));
  }
}
