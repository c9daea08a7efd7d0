package dev.millrace.dsl;

import dev.millrace.dsl.runtime.PlanNames;
import dev.millrace.plan.registry.EndpointSpec;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/** What a plan was made of, in 16 digits: its sources, the registries, the compiler's version. */
final class BundleDigest {

  private static final int BYTES = 8;

  private BundleDigest() {}

  static String of(Bundle bundle, String registry, String toolVersion) {
    MessageDigest digest = sha256();
    update(digest, toolVersion);
    update(digest, registry);
    for (Map.Entry<String, dev.millrace.dsl.syntax.Module> file : bundle.modules().entrySet()) {
      update(digest, file.getKey());
      update(digest, file.getValue().file().text());
    }
    return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
  }

  /** A digest of what plans may name; addresses of endpoints do not count. */
  static String of(PlanNames names) {
    MessageDigest digest = sha256();
    names.keys().forEach(key -> update(digest, key.toString()));
    names.params().forEach(param -> update(digest, param.toString()));
    for (EndpointSpec endpoint : names.endpoints()) {
      update(digest, endpoint.id() + ' ' + endpoint.name() + ' ' + endpoint.kind());
    }
    names.ops().forEach(op -> update(digest, op.toString()));
    names.capabilities().forEach(capability -> update(digest, capability));
    return HexFormat.of().formatHex(digest.digest());
  }

  /** The length goes first, so that texts cannot run into each other. */
  private static void update(MessageDigest digest, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
    digest.update(bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }
}
