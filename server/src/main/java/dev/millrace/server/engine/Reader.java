package dev.millrace.server.engine;

import dev.millrace.server.ServiceException;
import dev.millrace.server.flow.FlowDef;
import dev.millrace.server.flow.TaskState;
import dev.millrace.server.flow.WorkflowState;
import dev.millrace.server.store.ReadTransaction;
import dev.millrace.server.store.Store;
import dev.millrace.server.store.StoreException;
import dev.millrace.server.store.TaskId;
import dev.millrace.server.store.TaskRow;
import dev.millrace.server.store.WorkflowRow;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** Reads snapshots, each on a virtual thread, a bounded number at once. Thread-safe. */
final class Reader implements AutoCloseable {

  private static final int PAGE = 1_000;
  private static final int MAX_TASKS = 1_000_000;

  private final Store store;
  private final FlowDefs flows;
  private final Semaphore permits;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  Reader(Store store, FlowDefs flows, int permits) {
    this.store = store;
    this.flows = flows;
    this.permits = new Semaphore(permits);
  }

  /** A workflow with its definition. */
  record Found(WorkflowState state, FlowDef flow) {}

  <T> CompletableFuture<T> read(Function<View, T> query) {
    return run(() -> store.read(tx -> query.apply(new View(tx, flows))));
  }

  /** Waits for a permit, a virtual thread does not mind. */
  <T> CompletableFuture<T> run(java.util.function.Supplier<T> work) {
    var future = new CompletableFuture<T>();
    if (threads.isShutdown()) {
      future.completeExceptionally(Command.closing());
      return future;
    }
    threads.execute(() -> {
      permits.acquireUninterruptibly();
      try {
        future.complete(work.get());
      } catch (StoreException e) {
        future.completeExceptionally(
            new ServiceException(
                ServiceException.Code.UNAVAILABLE,
                "The store is not available: " + e.getMessage()));
      } catch (RuntimeException | Error e) { // the asker is told, whatever it is
        future.completeExceptionally(e);
      } finally {
        permits.release();
      }
    });
    return future;
  }

  @Override
  public void close() {
    threads.close();
  }

  /** One snapshot, in the words of the decider. */
  static final class View {
    private final ReadTransaction tx;
    private final FlowDefs flows;

    View(ReadTransaction tx, FlowDefs flows) {
      this.tx = tx;
      this.flows = flows;
    }

    ReadTransaction tx() {
      return tx;
    }

    /**
     * @throws ServiceException if there is none
     */
    Found workflow(String id) {
      var uuid = TaskId.parseWorkflow(id);
      var row = uuid == null ? null : tx.workflow(uuid);
      if (row == null) {
        throw noWorkflow(id);
      }
      return found(row);
    }

    Found found(WorkflowRow row) {
      return new Found(WorkflowCodec.workflow(row), flows.get(row.definition(), tx));
    }

    List<TaskState> tasks(UUID workflow) {
      var tasks = new ArrayList<TaskState>();
      int last = 0;
      while (tasks.size() < MAX_TASKS) {
        var rows = tx.tasksOf(workflow, last, PAGE);
        for (var row : rows) {
          tasks.add(stored(row).task());
        }
        if (rows.size() < PAGE) {
          break;
        }
        last = rows.getLast().id().number();
      }
      return tasks;
    }

    TaskCodec.Stored stored(TaskRow row) {
      return TaskCodec.task(row, flows.get(row.definition(), tx));
    }

    /**
     * @throws ServiceException if there is none
     */
    TaskCodec.Stored task(String id) {
      var key = TaskId.parse(id);
      var row = key == null ? null : tx.task(key);
      if (row == null) {
        throw new ServiceException(
            ServiceException.Code.NOT_FOUND, "No such task found by id: " + id);
      }
      return stored(row);
    }
  }

  static ServiceException noWorkflow(String id) {
    return new ServiceException(
        ServiceException.Code.NOT_FOUND, "No such workflow found by id: " + id);
  }
}
