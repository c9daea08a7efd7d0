package dev.millrace.plan.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class FewFieldsTest {

  private final Map<String, String> fields =
      new FewFields(new String[] {"country", "US", "name", "", "age", "7"});

  @Test
  void findsAFieldByItsNameAlone() {
    assertThat(fields.get("country")).isEqualTo("US");
    assertThat(fields.get("name")).isEmpty();
    assertThat(fields.get("US")).isNull();
    assertThat(fields.get(null)).isNull();
    assertThat(fields.containsKey("name")).isTrue();
    assertThat(fields.containsKey("7")).isFalse();
  }

  @Test
  void isAMapLikeAnyOtherInTheOrderOfTheServer() {
    assertThat(fields).isEqualTo(Map.of("name", "", "age", "7", "country", "US"));
    assertThat(fields).hasSameHashCodeAs(Map.of("name", "", "age", "7", "country", "US"));
    assertThat(fields.keySet()).containsExactly("country", "name", "age");
    assertThat(new FewFields(new String[0])).isEmpty();
  }
}
