package dev.millrace.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ServerSettingsTest {

  @TempDir Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("millrace.toml"), text);
  }

  private static ServerSettings flags(Map<String, String> flags) throws ConfigException {
    return ServerSettings.read(null, Map.of(), flags);
  }

  @Test
  void everythingHasADefaultThatIsRight() throws ConfigException {
    var settings = flags(Map.of());

    assertThat(settings.http().address()).isEqualTo("127.0.0.1");
    assertThat(settings.http().port()).isEqualTo(8080);
    assertThat(settings.store()).isInstanceOf(ServerSettings.StoreChoice.InFile.class);
    assertThat(settings.logLevel()).isEqualTo(Level.INFO);
    for (Setting setting : Setting.values()) {
      setting.kind().check(setting.otherwise());
    }
  }

  @Test
  void laterPlacesWin() throws Exception {
    Path file = file("[http]\nport = 1\nmax-body = \"2MB\"\ndrain = \"3s\"\n");

    var settings =
        ServerSettings.read(
            file,
            Map.of("MILLRACE_HTTP_PORT", "2", "MILLRACE_HTTP_DRAIN", "4s"),
            Map.of("--http-port", "3"));

    assertThat(settings.http().port()).isEqualTo(3);
    assertThat(settings.http().drain()).isEqualTo(Duration.ofSeconds(4));
    assertThat(settings.http().limits().bodyBytes()).isEqualTo(2 << 20);
  }

  @Test
  void namesFollowFromTheKey() {
    assertThat(Setting.HTTP_MAX_BODY.variable()).isEqualTo("MILLRACE_HTTP_MAX_BODY");
    assertThat(Setting.HTTP_MAX_BODY.flag()).isEqualTo("--http-max-body");
    assertThat(Arrays.stream(Setting.values()).map(Setting::flag)).doesNotHaveDuplicates();
  }

  @Test
  void allThatIsWrongIsToldAtOnce() throws IOException {
    Path file = file("[http]\nprot = 1\nport = \"x\"\n[store]\nurl = [1]\n");

    assertThatThrownBy(() ->
            ServerSettings.read(
                file,
                Map.of("MILLRACE_HTTP_PROT", "2", "MILLRACE_HOME", "/x"),
                Map.of("--http-insecure", "maybe")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll(
            "unknown setting 'http.prot'; did you mean 'http.port'?",
            "http.port must be a whole number from 0 to 65535, not 'x'",
            "store.url must not be a list",
            "unknown setting 'MILLRACE_HTTP_PROT'; did you mean 'MILLRACE_HTTP_PORT'?",
            "--http-insecure must be true or false, not 'maybe'")
        .hasMessageNotContaining("MILLRACE_HOME");
  }

  @Test
  void theManualListsEverySetting() throws IOException {
    String manual = Files.readString(Path.of("..", "docs", "server.md"));

    for (Setting setting : Setting.values()) {
      assertThat(manual).contains("| `" + setting.key() + "` |", "| " + setting.meaning() + " |");
    }
  }

  @Test
  void aFileThatIsNoTomlSaysWhere() throws IOException {
    Path file = file("[http]\nport = = 2\n");

    assertThatThrownBy(() -> ServerSettings.read(file, Map.of(), Map.of()))
        .hasMessageContaining("millrace.toml: line 2:");
  }

  @Test
  void aFileThatIsNotThereIsAnError() {
    assertThatThrownBy(() -> ServerSettings.read(folder.resolve("no"), Map.of(), Map.of()))
        .hasMessageEndingWith("no: cannot be read: there is no such file");
  }

  @ParameterizedTest
  @CsvSource({
    "file:a/b.db, InFile[path=a/b.db]",
    "memory, Forgetful[]",
    "postgresql://h:1/d?password=x, InPostgres[settings=postgresql://h:1/d schema s]",
    "jdbc:postgresql://h/d, InPostgres[settings=postgresql://h/d schema s]",
  })
  void storesAreNamedByAddress(String url, String store) throws ConfigException {
    var settings = flags(Map.of("--store-url", url, "--store-schema", "s"));

    assertThat(settings.store()).hasToString(store);
  }

  @ParameterizedTest
  @CsvSource({
    "--store-url, redis://x, 'store.url must be file:PATH'",
    "--store-schema, A-B, a schema's name",
    "--http-idle, 60s, http.idle must be longer than http.max-wait",
    "--http-drain, 10, 'must be a time such as 500ms, 10s, 5m or 1h'",
    "--http-max-body, 2GB, must be from 1024 to 1073741824 bytes",
    "--log-level, loud, 'must be one of error, warning, info, debug'",
  })
  void valuesThatCannotBeAreRefused(String flag, String value, String message) {
    var flags =
        flag.equals("--store-schema")
            ? Map.of(flag, value, "--store-url", "postgresql://h/d")
            : Map.of(flag, value);

    assertThatThrownBy(() -> flags(flags)).hasMessageContaining(message);
  }

  @Test
  void whatIsPrintedCanBeReadAgainAndHidesSecrets() throws Exception {
    var values =
        SettingValues.read(
            null,
            Map.of("MILLRACE_STORE_PASSWORD", "hush"),
            Map.of("--http-port", "99", "--store-url", "file:C:\\x"));

    String printed = values.print();

    assertThat(printed).doesNotContain("hush").contains("# ", "(flag)", "[http]", "port = 99");
    assertThat(values.shown()).containsEntry("store.password", "***");
    var again = SettingValues.read(file(printed), Map.of(), Map.of());
    assertThat(again.shown())
        .containsEntry("http.port", "99")
        .containsEntry("store.url", "file:C:\\x");
    assertThat(again.shown()).hasSameSizeAs(Arrays.asList(Setting.values()));
  }

  @Test
  void theUserOfADatabaseMayStandInItsAddress() throws ConfigException {
    var settings =
        ServerSettings.read(
            null, Map.of(), Map.of("--store-url", "postgres://me:p%40ss@db:5433/tasks?ssl=true"));

    assertThat(settings.store())
        .isInstanceOfSatisfying(
            ServerSettings.StoreChoice.InPostgres.class,
            choice -> {
              assertThat(choice.settings().url())
                  .isEqualTo("jdbc:postgresql://db:5433/tasks?ssl=true");
              assertThat(choice.settings().user()).isEqualTo("me");
              assertThat(choice.settings().password()).isEqualTo("p@ss");
            });
    assertThat(settings.shown().toString()).doesNotContain("p%40ss");
  }
}
