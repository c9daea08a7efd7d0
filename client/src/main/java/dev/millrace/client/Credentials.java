package dev.millrace.client;

import static java.util.Objects.requireNonNull;

/** A key that a token is got for ({@code POST /api/token}). */
public record Credentials(String keyId, String keySecret) {

  public Credentials {
    requireNonNull(keyId, "keyId is null");
    requireNonNull(keySecret, "keySecret is null");
  }

  /** Without the secret: this ends up in logs. */
  @Override
  public String toString() {
    return "Credentials[keyId=" + keyId + "]";
  }
}
