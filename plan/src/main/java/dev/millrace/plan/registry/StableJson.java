package dev.millrace.plan.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * JSON as one text for one value: keys sorted, no whitespace, numbers as the reference engine
 * writes them. What digests are made of.
 */
public final class StableJson {
  private static final BigDecimal LEAST_PLAIN = new BigDecimal("1e-4");
  private static final BigDecimal MOST_PLAIN = new BigDecimal("1e15");

  private StableJson() {}

  public static String text(JsonNode node) {
    StringBuilder out = new StringBuilder();
    write(node, out);
    return out.toString();
  }

  /** The SHA-256 of {@link #text}, in hexadecimal digits. */
  public static String sha256(JsonNode node) {
    return HexFormat.of().formatHex(sha256(text(node).getBytes(UTF_8)));
  }

  /** The SHA-256 of some bytes. */
  public static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static void write(JsonNode node, StringBuilder out) {
    if (node.isObject()) {
      writeObject(node, out);
    } else if (node.isArray()) {
      writeArray(node, out);
    } else if (node.isString()) {
      quote(node.stringValue(), out);
    } else if (node.isFloatingPointNumber()) {
      out.append(number(node.doubleValue()));
    } else if (node.isNull() || node.isMissingNode()) {
      out.append("null");
    } else {
      out.append(node.asString());
    }
  }

  private static void writeObject(JsonNode node, StringBuilder out) {
    out.append('{');
    String separator = "";
    for (String name : new TreeSet<>(node.propertyNames())) {
      out.append(separator);
      quote(name, out);
      out.append(':');
      write(node.get(name), out);
      separator = ",";
    }
    out.append('}');
  }

  private static void writeArray(JsonNode node, StringBuilder out) {
    out.append('[');
    for (Iterator<JsonNode> items = node.iterator(); items.hasNext(); ) {
      write(items.next(), out);
      if (items.hasNext()) {
        out.append(',');
      }
    }
    out.append(']');
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < 0x20) {
            out.append("\\u%04x".formatted((int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  /**
   * Plain decimals from 1e-4 to 1e15, always with a fraction; else one digit, the others behind the
   * point, and an exponent of at least two digits.
   */
  private static String number(double value) {
    if (value == 0 || !Double.isFinite(value)) {
      return Double.isFinite(value) ? Double.toString(value) : "null";
    }
    BigDecimal exact = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    BigDecimal size = exact.abs();
    if (size.compareTo(LEAST_PLAIN) >= 0 && size.compareTo(MOST_PLAIN) < 0) {
      return (exact.scale() <= 0 ? exact.setScale(1) : exact).toPlainString();
    }
    String digits = size.unscaledValue().toString();
    int exponent = digits.length() - 1 - exact.scale();
    return (value < 0 ? "-" : "")
        + digits.charAt(0)
        + (digits.length() > 1 ? "." + digits.substring(1) : "")
        + "e%s%02d".formatted(exponent < 0 ? "-" : "+", Math.abs(exponent));
  }
}
