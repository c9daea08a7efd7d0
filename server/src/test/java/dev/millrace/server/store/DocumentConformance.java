package dev.millrace.server.store;

import static dev.millrace.server.store.StoreFixture.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.server.store.Document.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Definitions: those that workflows run with, and those that are registered. */
public interface DocumentConformance extends StoreFixture {

  private List<String> names(Kind kind) {
    return store()
        .read(tx -> tx.documents(kind).stream().map(d -> d.name() + d.version()).toList());
  }

  @Test
  default void givesTheSameDefinitionTheSameNumber() {
    long one = store().<Long>write(tx -> tx.define("digest 1", bytes("one")));
    long two = store().<Long>write(tx -> tx.define("digest 2", bytes("two")));

    assertThat(store().<Long>write(tx -> tx.define("digest 1", bytes("one")))).isEqualTo(one);
    assertThat(two).isNotEqualTo(one);
    assertThat(store().<byte[]>read(tx -> tx.definition(one))).isEqualTo(bytes("one"));
    assertThat(store().<byte[]>read(tx -> tx.definition(two))).isEqualTo(bytes("two"));
    assertThat(store().<Boolean>read(tx -> tx.definition(two + 1000) == null)).isTrue();
  }

  @Test
  default void listsDocumentsByKindAndName() {
    write(tx -> {
      tx.put(new Document(Kind.WORKFLOW, "b", 2, bytes("b2")));
      tx.put(new Document(Kind.WORKFLOW, "b", 1, bytes("b1")));
      tx.put(new Document(Kind.WORKFLOW, "a", 10, bytes("a10")));
      tx.put(new Document(Kind.TASK, "b", 0, bytes("task")));
    });

    assertThat(names(Kind.WORKFLOW)).containsExactly("a10", "b1", "b2");
    assertThat(names(Kind.TASK)).containsExactly("b0");
    assertThat(store().<List<Document>>read(tx -> tx.documents(Kind.WORKFLOW, "b")))
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactly(
            new Document(Kind.WORKFLOW, "b", 1, bytes("b1")),
            new Document(Kind.WORKFLOW, "b", 2, bytes("b2")));
    assertThat(store().<List<Document>>read(tx -> tx.documents(Kind.WORKFLOW, "c"))).isEmpty();
  }

  @Test
  default void putsADocumentInPlaceOfAnother() {
    write(tx -> tx.put(new Document(Kind.TASK, "t", 0, bytes("old"))));
    write(tx -> tx.put(new Document(Kind.TASK, "t", 0, bytes("new"))));

    assertThat(store().<List<Document>>read(tx -> tx.documents(Kind.TASK)))
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactly(new Document(Kind.TASK, "t", 0, bytes("new")));
  }

  @Test
  default void theRevisionChangesWithEveryDocument() {
    long empty = store().<Long>read(ReadTransaction::revision);
    write(tx -> tx.put(new Document(Kind.TASK, "t", 0, bytes("1"))));
    long one = store().<Long>read(ReadTransaction::revision);
    write(tx -> tx.put(new Document(Kind.TASK, "t", 0, bytes("2"))));
    long two = store().<Long>read(ReadTransaction::revision);
    assertThat(store().<Boolean>write(tx -> tx.delete(Kind.TASK, "t", 0))).isTrue();
    long three = store().<Long>read(ReadTransaction::revision);

    assertThat(List.of(empty, one, two, three)).doesNotHaveDuplicates();
    assertThat(store().<Boolean>write(tx -> tx.delete(Kind.TASK, "t", 0))).isFalse();
    assertThat(store().<Long>read(ReadTransaction::revision)).isEqualTo(three);
    assertThat(names(Kind.TASK)).isEmpty();
  }
}
