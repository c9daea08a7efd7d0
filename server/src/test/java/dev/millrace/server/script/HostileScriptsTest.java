package dev.millrace.server.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.server.flow.ScriptEngine.Result;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts that want too much end, with a reason, and reach nothing. */
final class HostileScriptsTest {

  private static final long SMALL_STACK = 512 << 10;

  private final JavaScript js = JavaScript.within(ScriptLimits.standard());

  private String reason(String script) {
    var result = js.evaluate(script, Map.of("text", "a".repeat(5_000), "list", List.of(1, 2)));
    assertThat(result).as(script).isInstanceOf(Result.Failed.class);
    return ((Result.Failed) result).message();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "while (true) {}",
        "for (;;);",
        "do {} while (true)",
        "try { while (true) {} } catch (e) { 1 } finally { 2 }",
        "function f() { try { return f() } catch (e) { return f() } } f()",
        "var s = 'x'; while (true) s += s",
        "'x'.repeat(1e9)",
        "'x'.padEnd(2e9)",
        "var a = []; while (true) a.push(a)",
        "var o = {}; for (var i = 0; ; i++) o[i] = o",
        "new Array(1e6).fill(0).map(x => new Array(1e6))",
        "var a = [1, 2]; for (var i = 0; i < 40; i++) a = a.concat(a); a",
        "var a = [1]; for (var i = 0; i < 40; i++) a = [...a, ...a]; a",
        "var a = []; a[0] = a; a.join()",
        "var a = []; a[0] = a; JSON.stringify(a)",
        "var o = {}; o.o = o; o",
        "var a = []; for (var i = 0; i < 1000; i++) a = [a]; a",
        "var f = () => f(); f()",
        "var o = { toString() { return '' + this } }; '' + o",
        "[3, 2, 1].sort(function c(a, b) { return [2, 1].sort(c)[0] })",
        "var l = $.list; for (;;) l.push(...l)",
        "JSON.stringify(new Array(1e6).fill('xxxxxxxxxxxxxxxxxxxxxxxxxx'))",
        "var b = (function x() {}).bind(); while (true) b = b.bind(b)",
      })
  void endsAtItsLimits(String script) {
    assertThat(reason(script)).contains("the script was ended: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Java.type('java.lang.System')",
        "java.lang.System.exit(1)",
        "Packages.java.lang.System",
        "eval('1')",
        "new Function('return 1')()",
        "require('fs')",
        "process.exit()",
        "globalThis.x",
        "window.x",
        "import('x')",
        "fetch('http://localhost')",
        "(function () {}).constructor('return 1')()",
        "''.constructor.constructor('return 1')()",
        "$.constructor.constructor",
        "$.getClass().forName('java.lang.System')",
        "[].map.getClass()",
        "setTimeout(() => 1, 0)",
        "Math.abs.x = 1",
        "Math.abs = 1",
        "Object.prototype.x = 1",
        "Math = 1",
        "JSON.parse = null",
      })
  void reachesNothing(String script) {
    assertThat(reason(script)).contains("Error: ");
  }

  @Test
  void patternsTakeLinearTime() {
    var result = js.evaluate("/^(a+)+$/.test($.text + 'b')", Map.of("text", "a".repeat(5_000)));
    assertThat(result).isEqualTo(new Result.Value(false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "[", "{", "!", "f(", "a?", "`${", "x=>", "if(1)", "[[", "-"})
  void deepSyntaxIsRefused(String part) {
    assertThat(reason(part.repeat(5_000))).contains("SyntaxError: ");
  }

  @Test
  void longChainsAreRefusedOrRun() {
    assertThat(reason("1" + "+1".repeat(10_000))).contains("SyntaxError: ");
    assertThat(reason("$" + ".a".repeat(10_000))).contains("SyntaxError: ");
  }

  @Test
  void longScriptsAreRefused() {
    assertThat(reason("1;".repeat(50_000))).contains("more than 65536 characters");
  }

  @Test
  void largeResultsAreRefused() {
    var small = JavaScript.within(ScriptLimits.standard().withResultSize(100));
    assertThat(small.evaluate("'x'.repeat(98)", Map.of())).isInstanceOf(Result.Value.class);
    assertThat(small.evaluate("'x'.repeat(101)", Map.of())).isInstanceOf(Result.Failed.class);
    assertThat(small.evaluate("new Array(101).fill(1)", Map.of()))
        .isInstanceOf(Result.Failed.class);
  }

  @Test
  void timeIsBoundedToo() {
    var clock = new AtomicLong();
    var slow =
        JavaScript.within(ScriptLimits.standard().withTime(Duration.ofSeconds(1)))
            .withClocks(() -> clock.addAndGet(300_000_000), InstantSource.system());
    var result = slow.evaluate("for (var i = 0; i < 100000; i++);", Map.of());
    assertThat(result)
        .isEqualTo(
            new Result.Failed(
                "Error evaluating the script `the script was ended: it ran for more than 1000"
                    + " ms`"));
  }

  @Test
  void recursionFitsASmallStack() throws InterruptedException {
    var scripts =
        List.of(
            "function f(n) { return [n].map(x => f(x + 1))[0] } f(0)",
            "function f(n) { return f(n + 1) } f(0)",
            "function f(n) { try { return -(1 + (2 * f(n + 1))) } finally { n } } f(0)",
            "var a = []; for (var i = 0; i < 2000; i++) a = [a]; a.toString()",
            "1" + "+1".repeat(250));
    var results = new AtomicReference<List<Result>>(List.of());
    Runnable code = () -> results.set(scripts.stream().map(s -> js.evaluate(s, Map.of())).toList());
    var thread = new Thread(null, code, "small", SMALL_STACK);
    thread.start();
    thread.join();
    assertThat(results.get()).hasSize(scripts.size());
    assertThat(results.get().toString()).doesNotContain("for the stack");
    assertThat(results.get().getLast()).isEqualTo(new Result.Value(251));
  }
}
