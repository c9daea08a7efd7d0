package dev.millrace.server.script;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.millrace.server.flow.JqEngine;
import java.util.ArrayList;
import java.util.Map;
import net.thisptr.jackson.jq.JsonQuery;
import net.thisptr.jackson.jq.Scope;
import net.thisptr.jackson.jq.Versions;
import net.thisptr.jackson.jq.exception.JsonQueryException;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates jq queries with jackson-jq. The library has no limits and a backtracking matcher, so
 * every function of it is wrapped by one that counts ({@link JqFunctions}), and regular expressions
 * are RE2's. The environment is not shown. Thread-safe.
 */
public final class Jq implements JqEngine {

  private static final int QUERIES_KEPT = 1_000;

  private final ScriptLimits limits;
  private final ObjectMapper mapper = new ObjectMapper();
  private final Scope functions = JqFunctions.scope();
  private final Kept<Compiled> queries = new Kept<>(QUERIES_KEPT, this::compile);

  private Jq(ScriptLimits limits) {
    this.limits = requireNonNull(limits, "limits is null");
  }

  public static Jq within(ScriptLimits limits) {
    return new Jq(limits);
  }

  /** What came of reading a query. */
  private sealed interface Compiled {

    record Right(JsonQuery query) implements Compiled {}

    record Wrong(String message) implements Compiled {}
  }

  private Compiled compile(String text) {
    if (text.length() > limits.sourceChars()) {
      return new Compiled.Wrong(
          "the query has more than %d characters".formatted(limits.sourceChars()));
    }
    try {
      return new Compiled.Right(JsonQuery.compile(text, Versions.JQ_1_6));
    } catch (JsonQueryException wrong) {
      return new Compiled.Wrong(message(wrong));
    } catch (StackOverflowError tooDeep) {
      return new Compiled.Wrong("the query nests too deep");
    }
  }

  @Override
  public Result transform(String query, Map<String, @Nullable Object> input) {
    return switch (queries.of(query)) {
      case Compiled.Wrong wrong -> new Result.Failed(wrong.message());
      case Compiled.Right right -> run(right.query(), input);
    };
  }

  private Result run(JsonQuery query, Map<String, @Nullable Object> input) {
    var meter = new JqMeter(limits, System::nanoTime);
    try {
      return ScopedValue.where(JqMeter.CURRENT, meter).call(() -> found(query, input, meter));
    } catch (JsonQueryException wrong) {
      return new Result.Failed(message(wrong));
    } catch (LimitReached limit) {
      return new Result.Failed("the query was ended: " + limit.getMessage());
    } catch (StackOverflowError tooDeep) {
      return new Result.Failed("the query was ended: calls nest too deep");
    } catch (OutOfMemoryError tooLarge) {
      // A text times a number is made in one go, and is refused by the JVM in one go.
      return new Result.Failed("the query was ended: it made a value that is too large");
    }
  }

  private Result found(JsonQuery query, Map<String, @Nullable Object> input, JqMeter meter)
      throws JsonQueryException {
    var values = new ArrayList<@Nullable Object>();
    JsonNode in = mapper.valueToTree(input);
    meter.begin();
    query.apply(
        Scope.newChildScope(functions),
        in,
        node -> {
          meter.step();
          values.add(JqValues.plain(node, meter));
        });
    return new Result.Found(values);
  }

  private static String message(JsonQueryException wrong) {
    String message = wrong.getOriginalMessage();
    return message == null ? "the query failed" : message;
  }
}
