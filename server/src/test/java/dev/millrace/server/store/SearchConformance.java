package dev.millrace.server.store;

import static dev.millrace.server.store.StoreFixture.bytes;
import static dev.millrace.server.store.StoreFixture.id;
import static dev.millrace.server.store.StoreFixture.task;
import static dev.millrace.server.store.StoreFixture.workflow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.millrace.server.store.WorkflowQuery.Column;
import dev.millrace.server.store.WorkflowQuery.Order;
import dev.millrace.server.store.WorkflowQuery.Range;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Every criterion of a search by itself, together with others, and page by page. */
public interface SearchConformance extends StoreFixture {

  private void fill() {
    add(
        workflow(1).name("a").version(1).times(10, 20, 30).status("COMPLETED").correlationId("x"),
        workflow(2).name("a").version(2).times(11, 21, 0).correlationId("y"),
        workflow(3).name("b").version(1).times(12, 22, 32).status("FAILED").parent(id(1)),
        workflow(4)
            .name("c")
            .version(3)
            .times(13, 23, 33)
            .status("COMPLETED")
            .parent(id(2))
            .input(bytes("{\"Name\":\"Grün 100%_\"}"))
            .output(bytes("{\"k\":\"" + "long ".repeat(3000) + "END\"}")));
    add(
        task(1, 1).type("ship").status("COMPLETED").named("s", "s"),
        task(1, 2).type("bill").named("b__1", "b").input(bytes("{\"sum\":\"Seven\"}")),
        task(2, 1).type("ship").named("s", "s"),
        task(3, 1).type("mail").status("FAILED").named("m", "m").output(bytes("[\"SEVEN\"]")));
  }

  private List<Integer> found(WorkflowQuery query) {
    var page = store().<Page<WorkflowRow>>read(tx -> tx.workflows(query));
    assertThat(page.total()).isEqualTo(page.rows().size());
    return page.rows().stream().map(row -> number(row.id())).toList();
  }

  private List<String> found(TaskQuery query) {
    var page = store().<Page<TaskRow>>read(tx -> tx.tasks(query));
    assertThat(page.total()).isEqualTo(page.rows().size());
    return page.rows().stream().map(SearchConformance::name).toList();
  }

  private static int number(UUID id) {
    return (int) (id.getMostSignificantBits() - id(0).getMostSignificantBits());
  }

  private static String name(TaskRow row) {
    return number(row.id().workflow()) + "." + row.id().number();
  }

  @Test
  default void findsAllWorkflowsNewestFirst() {
    fill();
    assertThat(found(new WorkflowCriteria().query())).containsExactly(4, 3, 2, 1);
  }

  @Test
  default void findsWorkflowsByEachCriterion() {
    fill();
    assertThat(found(new WorkflowCriteria().ids(id(1), id(3), id(9)).query()))
        .containsExactly(3, 1);
    assertThat(found(new WorkflowCriteria().names("a", "c").query())).containsExactly(4, 2, 1);
    assertThat(found(new WorkflowCriteria().versions(1).query())).containsExactly(3, 1);
    assertThat(found(new WorkflowCriteria().statuses("FAILED", "RUNNING").query()))
        .containsExactly(3, 2);
    assertThat(found(new WorkflowCriteria().correlationIds("y", "z").query())).containsExactly(2);
    assertThat(found(new WorkflowCriteria().parent(id(2)).query())).containsExactly(4);
    assertThat(found(new WorkflowCriteria().topLevelOnly().query())).containsExactly(2, 1);
    assertThat(found(new WorkflowCriteria().created(new Range(11, 13)).query()))
        .containsExactly(3, 2);
    assertThat(found(new WorkflowCriteria().updated(new Range(22, Long.MAX_VALUE)).query()))
        .containsExactly(4, 3);
    assertThat(found(new WorkflowCriteria().ended(new Range(1, 33)).query())).containsExactly(3, 1);
    assertThat(found(new WorkflowCriteria().taskTypes("ship", "none").query()))
        .containsExactly(2, 1);
  }

  @Test
  default void findsWorkflowsByWhatOneOfTheirTasksIs() {
    fill();
    assertThat(
            found(
                new WorkflowCriteria()
                    .tasks(new TaskCriteria().types("ship").statuses("SCHEDULED"))
                    .query()))
        .containsExactly(2);
    assertThat(
            found(
                new WorkflowCriteria()
                    .tasks(new TaskCriteria().types("ship").text("seven"))
                    .query()))
        .isEmpty();
    assertThat(found(new WorkflowCriteria().tasks(new TaskCriteria().text("seven")).query()))
        .containsExactly(3, 1);
    assertThat(
            found(
                new WorkflowCriteria()
                    .tasks(new TaskCriteria().ids(new TaskId(id(3), 1), new TaskId(id(1), 9)))
                    .query()))
        .containsExactly(3);
  }

  @Test
  default void findsTextInInputsAndOutputs() {
    fill();
    assertThat(found(new WorkflowCriteria().text("name").query())).containsExactly(4);
    assertThat(found(new WorkflowCriteria().text("Grün 100%_").query())).containsExactly(4);
    assertThat(found(new WorkflowCriteria().text("100%%").query())).isEmpty();
    assertThat(found(new WorkflowCriteria().text("long end").query())).containsExactly(4);
    assertThat(found(new WorkflowCriteria().text("short end").query())).isEmpty();
    assertThat(found(new TaskCriteria().text("seven").query())).containsExactly("3.1", "1.2");
  }

  @Test
  default void criteriaOfASearchAllHold() {
    fill();
    assertThat(
            found(
                new WorkflowCriteria()
                    .statuses("COMPLETED")
                    .names("a", "b")
                    .taskTypes("bill")
                    .created(new Range(0, 11))
                    .query()))
        .containsExactly(1);
    assertThat(found(new WorkflowCriteria().statuses("COMPLETED").names("b").query())).isEmpty();
    assertThat(found(new TaskCriteria().types("ship").statuses("SCHEDULED").query()))
        .containsExactly("2.1");
  }

  @Test
  default void sortsWorkflows() {
    fill();
    assertThat(
            found(
                new WorkflowCriteria()
                    .order(new Order(Column.NAME, false), new Order(Column.VERSION, true))
                    .query()))
        .containsExactly(2, 1, 3, 4);
    for (var column : List.of(Column.ID, Column.CREATED, Column.UPDATED)) {
      assertThat(found(new WorkflowCriteria().order(new Order(column, false)).query()))
          .containsExactly(1, 2, 3, 4);
    }
    assertThat(found(new WorkflowCriteria().order(new Order(Column.ENDED, true)).query()))
        .containsExactly(4, 3, 1, 2);
    assertThat(found(new WorkflowCriteria().order(new Order(Column.STATUS, false)).query()))
        .containsExactly(4, 1, 3, 2);
    assertThat(found(new WorkflowCriteria().order(new Order(Column.CORRELATION_ID, true)).query()))
        .containsExactly(2, 1, 4, 3);
  }

  @Test
  default void findsTasksByEachCriterion() {
    fill();
    assertThat(found(new TaskCriteria().query())).containsExactly("3.1", "2.1", "1.1", "1.2");
    assertThat(found(new TaskCriteria().workflows(id(1), id(2)).query()))
        .containsExactly("2.1", "1.1", "1.2");
    assertThat(found(new TaskCriteria().workflowNames("b", "z").query())).containsExactly("3.1");
    assertThat(found(new TaskCriteria().ids(new TaskId(id(1), 2), new TaskId(id(2), 1)).query()))
        .containsExactly("2.1", "1.2");
    assertThat(found(new TaskCriteria().versions(2).query())).containsExactly("2.1");
    assertThat(found(new TaskCriteria().correlationIds("x").query())).containsExactly("1.1", "1.2");
    assertThat(found(new TaskCriteria().alive(31, 99).query())).containsExactly("3.1", "2.1");
    assertThat(found(new TaskCriteria().alive(0, 12).query())).containsExactly("2.1", "1.1", "1.2");
    assertThat(found(new TaskCriteria().types("ship").query())).containsExactly("2.1", "1.1");
    assertThat(found(new TaskCriteria().statuses("COMPLETED", "FAILED").query()))
        .containsExactly("3.1", "1.1");
    assertThat(found(new TaskCriteria().refs("b__1", "m").query())).containsExactly("3.1", "1.2");
  }

  @Test
  default void sortsTasksByEachColumn() {
    fill();
    assertThat(sorted(TaskQuery.Column.ID, false)).containsExactly("1.1", "1.2", "2.1", "3.1");
    assertThat(sorted(TaskQuery.Column.ID, true)).containsExactly("3.1", "2.1", "1.2", "1.1");
    assertThat(sorted(TaskQuery.Column.WORKFLOW, false))
        .containsExactly("1.1", "1.2", "2.1", "3.1");
    assertThat(sorted(TaskQuery.Column.TYPE, false)).containsExactly("1.2", "3.1", "2.1", "1.1");
    assertThat(sorted(TaskQuery.Column.STATUS, false)).containsExactly("1.1", "3.1", "2.1", "1.2");
    assertThat(sorted(TaskQuery.Column.REF, true)).containsExactly("2.1", "1.1", "3.1", "1.2");
    assertThat(sorted(TaskQuery.Column.WORKFLOW_NAME, false))
        .containsExactly("2.1", "1.1", "1.2", "3.1");
    assertThat(sorted(TaskQuery.Column.VERSION, true)).containsExactly("2.1", "3.1", "1.1", "1.2");
    assertThat(sorted(TaskQuery.Column.CORRELATION_ID, false))
        .containsExactly("3.1", "1.1", "1.2", "2.1");
    var byTwo =
        new TaskCriteria()
            .order(
                new TaskQuery.Order(TaskQuery.Column.TYPE, true),
                new TaskQuery.Order(TaskQuery.Column.STATUS, false));
    assertThat(found(byTwo.query())).containsExactly("1.1", "2.1", "3.1", "1.2");
  }

  private List<String> sorted(TaskQuery.Column column, boolean descending) {
    return found(new TaskCriteria().order(new TaskQuery.Order(column, descending)).query());
  }

  @Test
  default void readsPageByPageAndCountsAll() {
    fill();
    var second = store().<Page<WorkflowRow>>read(tx -> tx.workflows(WorkflowQuery.all(1, 2)));
    assertThat(second.total()).isEqualTo(4);
    assertThat(second.rows()).extracting(row -> number(row.id())).containsExactly(3, 2);
    var after = store().<Page<WorkflowRow>>read(tx -> tx.workflows(WorkflowQuery.all(9, 2)));
    assertThat(after.total()).isEqualTo(4);
    assertThat(after.rows()).isEmpty();
    var tasks = store().<Page<TaskRow>>read(tx -> tx.tasks(new TaskCriteria().page(2, 1).query()));
    assertThat(tasks.total()).isEqualTo(4);
    assertThat(tasks.rows()).extracting(SearchConformance::name).containsExactly("1.1");
    var count = store().<Page<TaskRow>>read(tx -> tx.tasks(new TaskCriteria().page(0, 0).query()));
    assertThat(count.total()).isEqualTo(4);
    assertThat(count.rows()).isEmpty();
  }

  @Test
  default void refusesPagesThatCannotBe() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> store().<Page<WorkflowRow>>read(tx -> tx.workflows(WorkflowQuery.all(-1, 2))));
  }

  @Test
  default void findsNothingInAnEmptyStore() {
    assertThat(found(new WorkflowCriteria().names("a").query())).isEmpty();
    assertThat(found(new TaskCriteria().types("a").query())).isEmpty();
  }
}
