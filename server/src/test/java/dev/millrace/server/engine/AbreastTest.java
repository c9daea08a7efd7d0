package dev.millrace.server.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

final class AbreastTest {

  private static final Set<String> NONE = Set.of();

  private final Abreast abreast = new Abreast();

  @Test
  void who_is_through_last_looks_for_what_came_while_somebody_looked() {
    var puts = abreast.begin();
    var looks = abreast.begin();
    assertThat(abreast.committed(puts, Set.of("t", "u"), NONE)).isEmpty();
    assertThat(abreast.committed(looks, NONE, Set.of("t", "other"))).containsExactly("t");
  }

  @Test
  void who_is_through_last_looks_for_those_who_wait_since() {
    var puts = abreast.begin();
    var looks = abreast.begin();
    assertThat(abreast.committed(looks, NONE, Set.of("t", "other"))).isEmpty();
    assertThat(abreast.committed(puts, Set.of("t", "u"), NONE)).containsExactly("t");
  }

  @Test
  void a_limit_concerns_the_queues_of_its_type_in_all_domains() {
    var frees = abreast.begin();
    var looks = abreast.begin();
    assertThat(abreast.committed(frees, Set.of("t"), NONE)).isEmpty();
    assertThat(abreast.committed(looks, NONE, Set.of("eu:t", "not_t"))).containsExactly("t");
  }

  @Test
  void batches_after_each_other_hide_nothing() {
    assertThat(abreast.committed(abreast.begin(), Set.of("t"), NONE)).isEmpty();
    assertThat(abreast.committed(abreast.begin(), NONE, Set.of("t"))).isEmpty();
    assertThat(abreast.committed(abreast.begin(), Set.of("t"), NONE)).isEmpty();
  }

  @Test
  void what_a_batch_gives_back_to_begin_again_is_looked_for() {
    var conflicts = abreast.begin();
    var before = abreast.begin();
    var after = abreast.begin();
    abreast.work(conflicts);
    assertThat(abreast.committed(before, NONE, Set.of("t"))).isEmpty();
    abreast.work(conflicts);
    assertThat(abreast.committed(after, NONE, Set.of("u"))).containsExactly("u");
    assertThat(abreast.committed(conflicts, NONE, Set.of("v"))).containsExactly("t", "u");
  }

  @Test
  void what_a_batch_gives_back_is_looked_for() {
    var fails = abreast.begin();
    var before = abreast.begin();
    var after = abreast.begin();
    assertThat(abreast.committed(before, NONE, Set.of("t"))).isEmpty();
    assertThat(abreast.failed(fails)).containsExactly("t");
    assertThat(abreast.committed(after, NONE, Set.of("u"))).containsExactly("u");
  }
}
