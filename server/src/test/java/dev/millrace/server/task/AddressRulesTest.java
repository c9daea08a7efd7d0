package dev.millrace.server.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AddressRulesTest {

  private static InetAddress address(String literal) {
    try {
      return InetAddress.getByName(literal);
    } catch (UnknownHostException wrong) {
      throw new AssertionError(literal, wrong);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, loopback",
    "127.255.255.254, loopback",
    "127.1, loopback",
    "2130706433, loopback",
    "::1, loopback",
    "::ffff:127.0.0.1, loopback",
    "::127.0.0.1, loopback",
    "::ffff:0:127.0.0.1, loopback",
    "64:ff9b::7f00:1, loopback",
    "2002:7f00:1::, loopback",
    "0.0.0.0, unspecified",
    "0.1.2.3, unspecified",
    "::, unspecified",
    "10.0.0.1, private",
    "172.16.0.1, private",
    "172.31.255.255, private",
    "192.168.1.1, private",
    "100.64.0.1, private",
    "fd00::1, private",
    "fec0::1, private",
    "::ffff:10.0.0.1, private",
    "64:ff9b::10.1.2.3, private",
    "2002:c0a8:101::1, private",
    "169.254.169.254, link-local",
    "fe80::1, link-local",
    "::ffff:169.254.169.254, link-local",
    "224.0.0.1, multicast",
    "239.255.255.255, multicast",
    "ff02::1, multicast",
    "255.255.255.255, reserved",
    "240.0.0.1, reserved",
    "192.0.2.1, reserved",
    "198.18.0.1, reserved",
    "2001:db8::1, reserved",
    "2001::1, reserved",
  })
  void addressesThatAreNotPublicAreRefused(String literal, String kind) {
    assertThat(AddressRules.guarded().refusal("host", address(literal)))
        .contains("the host 'host' has the " + kind + " address");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8.8.8.8",
        "172.15.0.1",
        "172.32.0.1",
        "100.128.0.1",
        "128.0.0.1",
        "169.253.0.1",
        "223.255.255.255",
        "2606:4700::1111",
        "::ffff:8.8.8.8",
        "64:ff9b::8.8.8.8",
        "2002:808:808::1",
      })
  void publicAddressesAreAllowed(String literal) {
    assertThat(AddressRules.guarded().refusal("host", address(literal))).isNull();
  }

  @Test
  void whatIsListedIsAllowedAndNothingElse() {
    var rules =
        AddressRules.allowing(List.of("10.1.0.0/16", "127.0.0.1", "::1", "*.internal", "db"));
    assertThat(rules.refusal("x", address("10.1.255.255"))).isNull();
    assertThat(rules.refusal("x", address("10.2.0.0"))).isNotNull();
    assertThat(rules.refusal("x", address("127.0.0.1"))).isNull();
    assertThat(rules.refusal("x", address("127.0.0.2"))).isNotNull();
    assertThat(rules.refusal("x", address("::1"))).isNull();
    assertThat(rules.refusal("a.INTERNAL", address("192.168.0.1"))).isNull();
    assertThat(rules.refusal("a.internal.", address("192.168.0.1"))).isNull();
    assertThat(rules.refusal("internal", address("192.168.0.1"))).isNotNull();
    assertThat(rules.refusal("a.internal.evil.org", address("192.168.0.1"))).isNotNull();
    assertThat(rules.refusal("xinternal", address("192.168.0.1"))).isNotNull();
    assertThat(rules.refusal("db", address("192.168.0.1"))).isNull();
    assertThat(rules.refusal("8.8.8.8", address("8.8.8.8"))).isNull();
  }

  @Test
  void openRulesAllowAll() {
    assertThat(AddressRules.open().refusal("x", address("127.0.0.1"))).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "10.0.0.0/33", "*", "*.", "http://x", "10.0.0.0/x", "a*.b"})
  void wrongEntriesAreToldAtOnce(String entry) {
    assertThatThrownBy(() -> AddressRules.allowing(List.of(entry)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + entry + "'");
  }
}
