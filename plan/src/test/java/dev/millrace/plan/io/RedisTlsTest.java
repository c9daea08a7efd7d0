package dev.millrace.plan.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.io.RedisFault.Kind;
import dev.millrace.plan.io.RedisReply.Text;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS with a certificate that is made for the test. */
final class RedisTlsTest {

  private static final char[] PASSWORD = "password".toCharArray();

  @TempDir private static Path directory;

  private static RedisServerProcess server;
  private static SSLSocketFactory trusting;
  private static ScheduledExecutorService timer;

  @BeforeAll
  static void start() throws Exception {
    KeyStore keys = makeKeys();
    Path certificate = directory.resolve("certificate.pem");
    Path key = directory.resolve("key.pem");
    Files.writeString(certificate, pem("CERTIFICATE", keys.getCertificate("redis").getEncoded()));
    Files.writeString(key, pem("PRIVATE KEY", keys.getKey("redis", PASSWORD).getEncoded()));
    trusting = trusting(keys);
    timer = Executors.newSingleThreadScheduledExecutor();
    server =
        RedisServerProcess.start(
            "--port",
            "0",
            "--tls-port",
            "<port>",
            "--tls-cert-file",
            certificate.toString(),
            "--tls-key-file",
            key.toString(),
            "--tls-auth-clients",
            "no");
  }

  @AfterAll
  static void stop() {
    server.close();
    timer.shutdownNow();
  }

  /** A key and a certificate for {@code localhost}, by the JDK's own tool. */
  private static KeyStore makeKeys() throws Exception {
    Path store = directory.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "redis",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                new String(PASSWORD))
            .inheritIO()
            .start();
    assertThat(keytool.waitFor()).isZero();
    return load(store);
  }

  private static KeyStore load(Path store) throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    return keys;
  }

  private static String pem(String kind, byte[] bytes) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(kind, Base64.getMimeEncoder().encodeToString(bytes), kind);
  }

  private static SSLSocketFactory trusting(KeyStore keys) throws GeneralSecurityException {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    try {
      trusted.load(null, null);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    trusted.setCertificateEntry("redis", keys.getCertificate("redis"));
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context.getSocketFactory();
  }

  private static PipelinedClient client(String host, RedisSettings settings) {
    return new PipelinedClient(
        RedisServerProcess.endpoint(URI.create("rediss://" + host + ":" + server.port())),
        settings,
        timer);
  }

  @Test
  void readsOverTls() {
    try (PipelinedClient client = client("localhost", RedisSettings.defaults().withTls(trusting))) {
      List<RedisCommand> commands =
          IntStream.range(0, 5_000).mapToObj(i -> RedisCommand.of("ECHO", "" + i)).toList();

      assertThat(Outcome.of(client, commands).replies())
          .isEqualTo(IntStream.range(0, 5_000).mapToObj(i -> new Text("" + i)).toList());
    }
  }

  @Test
  void refusesACertificateThatNobodyTrusts() {
    try (PipelinedClient client = client("localhost", RedisSettings.defaults())) {
      RedisFault fault = Outcome.of(client, RedisCommand.of("PING")).fault();

      assertThat(fault.kind()).isEqualTo(Kind.NOT_CONNECTED);
      assertThat(fault.message()).contains("certification path");
    }
  }

  @Test
  void refusesACertificateOfAnotherHost() {
    try (PipelinedClient client = client("127.0.0.1", RedisSettings.defaults().withTls(trusting))) {
      RedisFault fault = Outcome.of(client, RedisCommand.of("PING")).fault();

      assertThat(fault.kind()).isEqualTo(Kind.NOT_CONNECTED);
      assertThat(fault.message()).contains("127.0.0.1");
    }
  }
}
