package dev.millrace.server.task;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/** Targets of requests. */
final class RequestUri {

  /** Headers that say where a request ends; a second opinion on that is an attack. */
  static final Set<String> OWN_HEADERS =
      Set.of("content-length", "transfer-encoding", "connection", "upgrade", "te", "trailer");

  /** Headers that do not go along to another host. */
  static final Set<String> SECRETS = Set.of("authorization", "cookie", "proxy-authorization");

  private static final String UNSAFE = "\"<>\\^`{|}";
  private static final int LONGEST = 8_000;

  private RequestUri() {}

  /** What came of reading one. */
  sealed interface Read {

    record Right(URI uri) implements Read {}

    record Wrong(String reason) implements Read {}
  }

  static Read read(String text) {
    if (text.length() > LONGEST) {
      return new Read.Wrong("The URI has more than " + LONGEST + " characters");
    }
    try {
      return checked(new URI(escaped(text.strip())));
    } catch (URISyntaxException wrong) {
      return new Read.Wrong("The URI is wrong: " + wrong.getMessage());
    }
  }

  static Read checked(URI uri) {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      return new Read.Wrong("The URI must begin with http:// or https://, but is " + uri);
    }
    if (uri.getHost() == null || uri.getHost().isEmpty() || uri.getPort() > 65_535) {
      return new Read.Wrong("The URI has no host: " + uri);
    }
    if (uri.getRawUserInfo() != null) {
      return new Read.Wrong("The URI has a name or a password in it; use the header Authorization");
    }
    return new Read.Right(uri);
  }

  /** Blanks and other signs that people leave as they are. */
  private static String escaped(String text) {
    var escaped = new StringBuilder();
    text.codePoints()
        .forEach(c -> {
          boolean plain = c > ' ' && c < 0x7f && UNSAFE.indexOf(c) < 0;
          if (plain) {
            escaped.appendCodePoint(c);
          } else {
            for (byte b : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
              escaped.append("%%%02X".formatted(b));
            }
          }
        });
    return escaped.toString();
  }

  static boolean isSecure(URI uri) {
    return uri.getScheme().equalsIgnoreCase("https");
  }

  static int port(URI uri) {
    return uri.getPort() > 0 ? uri.getPort() : isSecure(uri) ? 443 : 80;
  }

  /** Without the brackets that an IPv6 address has in a URI. */
  static String host(URI uri) {
    String host = uri.getHost();
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  static String pathAndQuery(URI uri) {
    String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
  }

  static boolean sameOrigin(URI a, URI b) {
    return a.getScheme().equalsIgnoreCase(b.getScheme())
        && host(a).equalsIgnoreCase(host(b))
        && port(a) == port(b);
  }
}
