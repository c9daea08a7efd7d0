package dev.millrace.server.script;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.thisptr.jackson.jq.Expression;
import net.thisptr.jackson.jq.Function;
import net.thisptr.jackson.jq.PathOutput;
import net.thisptr.jackson.jq.Scope;
import net.thisptr.jackson.jq.Version;
import net.thisptr.jackson.jq.exception.JsonQueryException;
import net.thisptr.jackson.jq.path.Path;
import org.jspecify.annotations.Nullable;

/** Regular expressions of jq, in linear time: no back-references, no look-around. */
final class JqMatching {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private JqMatching() {}

  /** A pattern and how it is searched for. */
  private record Search(Pattern pattern, boolean global, boolean skipsEmpty) {

    static Search of(JsonNode source, JsonNode flags) throws JsonQueryException {
      if (!source.isTextual() || !(flags.isTextual() || flags.isNull())) {
        throw new JsonQueryException(source + " cannot be matched, as it is not a string");
      }
      int options = 0;
      boolean global = false;
      boolean skipsEmpty = false;
      var letters = flags.asText("");
      for (int i = 0; i < letters.length(); i++) {
        char flag = letters.charAt(i);
        switch (flag) {
          case 'g' -> global = true;
          case 'i' -> options |= Pattern.CASE_INSENSITIVE;
          case 's' -> options |= Pattern.DOTALL;
          case 'n' -> skipsEmpty = true;
          case 'p' -> {
            options |= Pattern.DOTALL;
            skipsEmpty = true;
          }
          default -> throw new JsonQueryException(flag + " is not a valid modifier");
        }
      }
      return new Search(pattern(source.textValue(), options), global, skipsEmpty);
    }

    private static Pattern pattern(String source, int options) throws JsonQueryException {
      try {
        return Pattern.compile(Regex.translated(source), options);
      } catch (PatternSyntaxException wrong) {
        throw new JsonQueryException(
            source + " (at offset 0) is not a valid regex: " + wrong.getDescription(), wrong);
      }
    }

    List<Found> all(String text) {
      var meter = JqMeter.CURRENT.get();
      var found = new ArrayList<Found>();
      Matcher matcher = pattern.matcher(text);
      while (matcher.find()) {
        meter.step();
        if (!skipsEmpty || matcher.end() > matcher.start()) {
          found.add(Found.of(matcher, text, pattern));
        }
        if (!global) {
          break;
        }
      }
      return found;
    }
  }

  /** One match: where it is in the text, and how jq shows it. */
  private record Found(int start, int end, ObjectNode shown) {

    static Found of(Matcher matcher, String text, Pattern pattern) {
      Map<Integer, String> names = new HashMap<>();
      pattern.namedGroups().forEach((name, group) -> names.put(group, name));
      var shown = part(matcher, 0, text);
      ArrayNode captures = shown.putArray("captures");
      for (int i = 1; i <= matcher.groupCount(); i++) {
        captures.add(part(matcher, i, text).put("name", names.get(i)));
      }
      return new Found(matcher.start(), matcher.end(), shown);
    }

    private static ObjectNode part(Matcher matcher, int group, String text) {
      var part = NODES.objectNode();
      @Nullable String string = matcher.group(group);
      boolean there = string != null;
      part.put("offset", there ? text.codePointCount(0, matcher.start(group)) : -1);
      part.put("length", there ? string.codePointCount(0, string.length()) : 0);
      return part.put("string", string);
    }

    /** The named groups, which a replacement sees. */
    ObjectNode named() {
      var named = NODES.objectNode();
      for (JsonNode capture : shown.path("captures")) {
        if (capture.path("name").isTextual()) {
          named.set(capture.path("name").textValue(), capture.path("string"));
        }
      }
      return named;
    }
  }

  private static String text(JsonNode in) throws JsonQueryException {
    if (!in.isTextual()) {
      throw new JsonQueryException(
          "%s (%s) cannot be matched, as it is not a string", in.getNodeType(), in);
    }
    return in.textValue();
  }

  /** {@code _match_impl(re; flags; testing)}, which all others are made of. */
  static final class Match implements Function {

    @Override
    public void apply(
        Scope scope,
        List<Expression> args,
        JsonNode in,
        Path path,
        PathOutput output,
        Version version)
        throws JsonQueryException {
      String text = text(in);
      for (JsonNode testing : values(args.get(2), scope, in)) {
        for (JsonNode flags : values(args.get(1), scope, in)) {
          for (JsonNode source : values(args.getFirst(), scope, in)) {
            var found = Search.of(source, flags).all(text);
            output.emit(
                testing.asBoolean() ? BooleanNode.valueOf(!found.isEmpty()) : list(found), null);
          }
        }
      }
    }

    private static JsonNode list(List<Found> found) {
      var list = NODES.arrayNode();
      found.forEach(one -> list.add(one.shown()));
      return list;
    }
  }

  /** {@code _sub_impl(re; replacement; flags)}. */
  static final class Replace implements Function {

    @Override
    public void apply(
        Scope scope,
        List<Expression> args,
        JsonNode in,
        Path path,
        PathOutput output,
        Version version)
        throws JsonQueryException {
      String text = text(in);
      for (JsonNode flags : values(args.get(2), scope, in)) {
        for (JsonNode source : values(args.getFirst(), scope, in)) {
          var found = Search.of(source, flags).all(text);
          output.emit(TextNode.valueOf(replaced(text, found, args.get(1), scope)), null);
        }
      }
    }

    private static String replaced(
        String text, List<Found> found, Expression replacement, Scope scope)
        throws JsonQueryException {
      var result = new StringBuilder();
      int from = 0;
      for (Found one : found) {
        result.append(text, from, one.start());
        for (JsonNode with : values(replacement, scope, one.named())) {
          if (!with.isTextual()) {
            throw new JsonQueryException("%s cannot be added to a string", with);
          }
          result.append(with.textValue());
        }
        from = one.end();
      }
      return result.append(text, from, text.length()).toString();
    }
  }

  private static List<JsonNode> values(Expression expression, Scope scope, JsonNode in)
      throws JsonQueryException {
    var values = new ArrayList<JsonNode>();
    expression.apply(scope, in, values::add);
    return values;
  }
}
