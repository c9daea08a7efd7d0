package dev.millrace.plan.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class JsonBufferTest {

  private final JsonBuffer json = new JsonBuffer();

  @Test
  void commasComeByThemselves() {
    json.beginObject().name("a").number(1).name("b").beginArray();
    json.bool(true).string(null).beginObject().endObject().number(2.5).endArray().endObject();

    assertThat(json).hasToString("{\"a\":1,\"b\":[true,null,{},2.5]}");
  }

  @Test
  void aStringThatLooksLikeABracketIsFollowedByAComma() {
    json.beginArray().string("[").string(",").string(":").string("{").endArray();

    assertThat(json).hasToString("[\"[\",\",\",\":\",\"{\"]");
  }

  @Test
  void stringsAreEscapedAndEncoded() {
    json.string("q\" b\\ \b\f\n\r\t \u0001\u001f\u007f é € \ud83d\ude00");

    assertThat(json)
        .hasToString("\"q\\\" b\\\\ \\b\\f\\n\\r\\t \\u0001\\u001f\u007f é € \ud83d\ude00\"");
  }

  @Test
  void halfAPairBecomesTheReplacementCharacter() {
    json.beginArray().string("a\ud83d").string("\ude00b").string("\ud83d\ud83d\ude00").endArray();

    assertThat(json).hasToString("[\"a\ufffd\",\"\ufffdb\",\"\ufffd\ud83d\ude00\"]");
  }

  @Test
  void itGrowsAndCanBeUsedAgain() {
    String large = "x".repeat(100_000);
    json.string(large);
    assertThat(json.size()).isEqualTo(100_002);

    json.clear().number(-3L);
    assertThat(json).hasToString("-3");
    assertThat(json.toBytes()).containsExactly('-', '3');
  }
}
