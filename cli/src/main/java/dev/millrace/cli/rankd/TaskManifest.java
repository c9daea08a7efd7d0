package dev.millrace.cli.rankd;

import dev.millrace.plan.op.OpParam;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.op.Writes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** All ops as TOML: what a plan's nodes may be and which params they take. Pure. */
final class TaskManifest {

  private TaskManifest() {}

  /**
   * @param ops sorted by name
   */
  static String of(List<OpSpec> ops) {
    StringBuilder toml = new StringBuilder("schema_version = 1\n");
    for (OpSpec op : ops) {
      toml.append("\n[[task]]\n");
      entry(toml, "op", quoted(op.name()));
      entry(toml, "inputs", Integer.toString(op.inputs()));
      entry(toml, "output_pattern", quoted(lower(op.contract())));
      entry(toml, "writes", writes(op.writes()));
      entry(toml, "cost", quoted(lower(op.cost())));
      if (!op.doc().isEmpty()) {
        entry(toml, "doc", quoted(op.doc()));
      }
      op.params().forEach(param -> param(toml, param));
    }
    return toml.toString();
  }

  static String digest(List<OpSpec> ops) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(of(ops).getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  private static void param(StringBuilder toml, OpParam param) {
    toml.append("\n[[task.param]]\n");
    entry(toml, "name", quoted(param.name()));
    entry(toml, "type", quoted(type(param)));
    entry(toml, "required", Boolean.toString(param.required()));
    if (param.defaultValue() instanceof String text) {
      entry(toml, "default", quoted(text));
    } else if (param.defaultValue() != null) {
      entry(toml, "default", param.defaultValue().toString());
    }
    if (param.min() != null) {
      entry(toml, "min", param.min().toString());
    }
    if (param.max() != null) {
      entry(toml, "max", param.max().toString());
    }
    if (param.endpointKind() != null) {
      entry(toml, "endpoint_kind", quoted(lower(param.endpointKind())));
    }
    if (!param.doc().isEmpty()) {
      entry(toml, "doc", quoted(param.doc()));
    }
  }

  private static String type(OpParam param) {
    return switch (param.type()) {
      case INT, FLOAT, BOOL, STRING -> lower(param.type());
      case KEY -> "key_id";
      case EXPR -> "expr_id";
      case PRED -> "pred_id";
      case NODE -> "node_ref";
      case ENDPOINT -> "endpoint_ref";
    };
  }

  private static String writes(Writes writes) {
    return switch (writes) {
      case Writes.Keys(List<Integer> keys) ->
          keys.stream().map(String::valueOf).collect(Collectors.joining(", ", "[", "]"));
      case Writes.FromParam(String param) -> "{ from_param = %s }".formatted(quoted(param));
    };
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static void entry(StringBuilder toml, String name, String value) {
    toml.append(name).append(" = ").append(value).append('\n');
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> quoted.append('\\').append(c);
        case '\n' -> quoted.append("\\n");
        case '\t' -> quoted.append("\\t");
        default -> quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
