package dev.millrace.plan.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistriesTest {
  private static final String ENDPOINT =
      """
      schema_version = 1
      [[endpoint]]
      endpoint_id = "ep_7"
      name = "%s"
      kind = "redis"
      address = "rediss://user:secret@cache:7000/2"
      """;

  @TempDir Path folder;

  @Test
  void builtinOnesHaveTheKnownIds() {
    Registries builtin = Registries.builtin(Environment.DEV);

    assertThat(builtin.keys().entries())
        .extracting(KeySpec::id)
        .containsExactly(1, 1001, 1002, 2001, 2002, 3001, 3002, 4001, 4002);
    assertThat(builtin.keys().named("score").orElseThrow().defaultValue()).isEqualTo(0.0);
    assertThat(builtin.keys().find(1).orElseThrow().allowWrite()).isFalse();
    assertThat(builtin.params().find(4).orElseThrow().name()).isEqualTo("weight");
    assertThat(builtin.features().names()).containsExactly("esr.country", "esr.media_age_hours");
    assertThat(builtin.capabilities().entries())
        .extracting(CapabilitySpec::isSupported)
        .containsExactly(true, false);
  }

  @Test
  void environmentsDifferInPolicyAndNotInIdentity() {
    var dev = Registries.builtin(Environment.DEV).endpoints();
    var prod = Registries.builtin(Environment.PROD).endpoints();
    var test = Registries.builtin(Environment.TEST).endpoints();

    assertThat(dev.digest()).isEqualTo(prod.digest()).isEqualTo(test.digest());
    assertThat(dev.find("ep_0001").orElseThrow().policy().maxInflight()).isEqualTo(64);
    assertThat(prod.find("ep_0001").orElseThrow().policy().maxInflight()).isEqualTo(256);
    assertThat(test.find("ep_0002").orElseThrow().policy().requestTimeout())
        .isEqualTo(Duration.ofMillis(50));
  }

  @Test
  void theEndpointDigestIsThatOfTheReference() {
    assertThat(Registries.builtin(Environment.DEV).endpoints().digest())
        .isEqualTo("551d9ea15487d6a5d38e8ee3e623b1ae858d87f977f680b605c8baf38c6a6024");
  }

  @Test
  void aFolderReplacesWhatItHas() throws IOException {
    write(
        "params.toml",
        """
        schema_version = 1
        [[param]]
        param_id = 9
        name = "boost"
        type = "int"
        nullable = true
        status = "deprecated"
        replaced_by = "boost"
        """);

    Registries own = Registries.load(folder, Environment.DEV);

    assertThat(own.params().names()).containsExactly("boost");
    assertThat(own.keys().digest()).isEqualTo(Registries.builtin(Environment.DEV).keys().digest());
  }

  @Test
  void faultsOfAllFilesComeAtOnceAndNameFileEntryAndField() throws IOException {
    write(
        "keys.toml",
        """
        schema_version = 1
        [[key]]
        key_id = 1
        name = "id"
        type = "int"
        [[key]]
        key_id = 5
        name = "price"
        type = "float"
        [[key]]
        key_id = 5
        name = "price"
        type = "number"
        nullable = true
        colour = "red"
        replaced_by = "cost"
        """);
    write("params.toml", "schema_version = 2\n[[param]\n");

    assertThat(faults(Environment.DEV))
        .anyMatch(f -> f.contains("key 'id': 'id' must have type int"))
        .anyMatch(f -> f.contains("key 'price': 'default' is missing"))
        .anyMatch(f -> f.contains("key 'price': id 5 is there twice"))
        .anyMatch(f -> f.contains("key 'price': name 'price' is there twice"))
        .anyMatch(f -> f.contains("'type' is 'number', must be one of int, float, string"))
        .anyMatch(f -> f.contains("key 'price': unknown field 'colour'"))
        .anyMatch(f -> f.contains("'replaced_by' names 'cost', which is no key"))
        .anyMatch(f -> f.contains("params.toml: line "))
        .allMatch(f -> f.startsWith(folder.toString()));
  }

  @Test
  void aKeyFileNeedsTheId() throws IOException {
    write("keys.toml", "schema_version = 1\nkey = []\n");
    assertThat(faults(Environment.DEV)).singleElement().asString().contains("key_id 1");
  }

  @Test
  void endpointsOfAllEnvironmentsMustAgree() throws IOException {
    write("endpoints.dev.toml", ENDPOINT.formatted("cache"));
    write("endpoints.prod.toml", ENDPOINT.formatted("store"));

    assertThat(faults(Environment.DEV))
        .singleElement()
        .asString()
        .contains("dev has [ep_7 cache redis], prod has [ep_7 store redis]");
  }

  @Test
  void aFolderWithEndpointsNeedsThoseOfTheEnvironmentAskedFor() throws IOException {
    write("endpoints.dev.toml", ENDPOINT.formatted("cache"));
    assertThat(faults(Environment.PROD))
        .singleElement()
        .asString()
        .contains("endpoints.prod.toml is missing");
  }

  @Test
  void otherResolversThanStaticAreRefused() throws IOException {
    write(
        "endpoints.dev.toml",
        """
        schema_version = 1
        [[endpoint]]
        endpoint_id = "0001"
        name = "cache"
        kind = "redis"
        resolver = {type = "consul", host = "h", port = 70000}
        """);
    assertThat(faults(Environment.DEV))
        .anyMatch(f -> f.contains("'endpoint_id' is '0001'"))
        .anyMatch(f -> f.contains("'type' is 'consul', must be static"))
        .anyMatch(f -> f.contains("'port' is 70000"));
  }

  @Test
  void anEndpointShowsNoPassword() throws IOException {
    write("endpoints.dev.toml", ENDPOINT.formatted("cache"));
    EndpointSpec endpoint =
        Registries.load(folder, Environment.DEV).endpoints().named("cache").orElseThrow();

    assertThat(endpoint.address().getUserInfo()).isEqualTo("user:secret");
    assertThat(endpoint).hasToString("ep_7 cache rediss://cache:7000/2");
  }

  @Test
  void anAddressCanBeReplacedByNameIdOrVariable() {
    Registries builtin = Registries.builtin(Environment.DEV);
    URI there = URI.create("redis://10.0.0.1:7777");

    assertThat(address(builtin.withEndpoint("redis_default", there))).isEqualTo(there);
    assertThat(address(builtin.withEndpoint("ep_0001", there))).isEqualTo(there);
    assertThat(
            address(
                builtin.withEndpoints(
                    Map.of("MILLRACE_ENDPOINT_REDIS_DEFAULT", there.toString(), "HOME", "/"))))
        .isEqualTo(there);
  }

  @Test
  void anAddressOfAnotherKindOrForNobodyIsRefused() {
    Registries builtin = Registries.builtin(Environment.DEV);

    assertThatThrownBy(() -> builtin.withEndpoint("redis_default", URI.create("http://x")))
        .hasMessageContaining("'redis_default' must begin with one of redis, rediss");
    assertThatThrownBy(() -> builtin.withEndpoint("nobody", URI.create("redis://x")))
        .hasMessageContaining("'nobody' is unknown, there are [redis_default, http_api]");
    assertThatThrownBy(() -> builtin.withEndpoint("redis_default", URI.create("redis:x")))
        .hasMessageContaining("has no host");
    assertThatThrownBy(() -> builtin.withEndpoint("redis_default", URI.create("redis://x:99999")))
        .isInstanceOf(RegistryException.class)
        .hasMessageContaining("'redis_default' is wrong", "port 99999 is not within 1..65535");
    Map<String, String> variable = Map.of("MILLRACE_ENDPOINT_REDIS_DEFAULT", "redis://x/y");
    assertThatThrownBy(() -> builtin.withEndpoints(variable))
        .isInstanceOf(RegistryException.class)
        .hasMessageContaining("'/y' is no database number");
    assertThatThrownBy(() -> builtin.withEndpoints(Map.of("MILLRACE_ENDPOINT_X", "redis://x")))
        .isInstanceOf(RegistryException.class)
        .hasMessageContaining("MILLRACE_ENDPOINT_X");
  }

  @Test
  void aCompiledFileIsReadIfItsDigestsAreRight() throws IOException {
    String json = artifact("dev", "6380");
    write("endpoints.dev.json", json);
    assertThat(address(Registries.load(folder, Environment.DEV)))
        .isEqualTo(URI.create("redis://localhost:6380"));
    assertThat(
            address(
                Registries.builtin(Environment.DEV)
                    .withEndpointArtifact(folder.resolve("endpoints.dev.json"))))
        .isEqualTo(URI.create("redis://localhost:6380"));

    write("endpoints.dev.json", json.replace("6380", "6381"));
    assertThat(faults(Environment.DEV)).singleElement().asString().contains("'config_digest'");

    write("endpoints.dev.json", json.replace("redis_default", "other"));
    assertThat(faults(Environment.DEV)).hasSize(2);
  }

  @Test
  void aCompiledFileOfAnotherEnvironmentIsRefused() throws IOException {
    write("endpoints.dev.json", artifact("prod", "6380"));
    assertThat(faults(Environment.DEV)).singleElement().asString().contains("must be dev");
  }

  private static String artifact(String environment, String port) {
    var mapper = tools.jackson.databind.json.JsonMapper.shared();
    var endpoint =
        mapper.readTree(
            """
            {"endpoint_id":"ep_0001","name":"redis_default","kind":"redis",
             "resolver":{"type":"static","host":"localhost","port":%s},
             "policy":{"max_inflight":64}}
            """
                .formatted(port));
    var full = mapper.createObjectNode().put("schema_version", 1);
    full.putArray("entries").add(endpoint);
    var root = mapper.createObjectNode().put("schema_version", 1).put("env", environment);
    var identity = mapper.createObjectNode().put("schema_version", 1);
    identity
        .putArray("entries")
        .addObject()
        .put("endpoint_id", "ep_0001")
        .put("name", "redis_default")
        .put("kind", "redis");
    root.put("registry_digest", StableJson.sha256(identity));
    root.put("config_digest", StableJson.sha256(full));
    root.putArray("endpoints").add(endpoint);
    return root.toString();
  }

  private List<String> faults(Environment environment) {
    return catchThrowableOfType(RegistryException.class, () -> Registries.load(folder, environment))
        .faults();
  }

  private static URI address(Registries registries) {
    return registries.endpoints().find("ep_0001").orElseThrow().address();
  }

  private void write(String name, String text) throws IOException {
    var _ = Files.writeString(folder.resolve(name), text);
  }
}
