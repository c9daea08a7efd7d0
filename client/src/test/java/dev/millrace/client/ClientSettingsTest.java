package dev.millrace.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ClientSettingsTest {

  @ParameterizedTest
  @CsvSource({
    "http://h, 80, false, /api",
    "http://h:8080/, 8080, false, /api",
    "http://h:8080/api, 8080, false, /api",
    "https://h/api/, 443, true, /api",
    "https://h/conductor, 443, true, /conductor/api",
  })
  void theBaseUrlMayEndWithApi(String url, int port, boolean tls, String path) {
    var settings = ClientSettings.of(url);
    assertThat(settings.port()).isEqualTo(port);
    assertThat(settings.tls()).isEqualTo(tls);
    assertThat(settings.basePath()).isEqualTo(path);
  }

  @Test
  void otherUrlsAreRefusedWithAnExample() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClientSettings.of("localhost:8080"))
        .withMessageContaining("http://localhost:8080/api");
  }

  @Test
  void theSecretIsNotShown() {
    var settings = ClientSettings.of("http://h").withCredentials("key", "geheim");
    assertThat(settings.toString()).contains("key").doesNotContain("geheim");
  }

  @Test
  void segmentsAndParametersAreEncoded() {
    var target =
        Target.of("/tasks").segment("a b/c").query("x", "1&2").query("y", null).query("z", 3);
    assertThat(target).hasToString("/tasks/a%20b%2Fc?x=1%262&z=3");
  }
}
