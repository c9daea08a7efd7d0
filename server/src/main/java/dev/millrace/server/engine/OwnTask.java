package dev.millrace.server.engine;

import dev.millrace.server.flow.TaskReport;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Does tasks of one type that the server itself works on, like HTTP. Does not block. */
@FunctionalInterface
public interface OwnTask extends AutoCloseable {

  CompletableFuture<TaskReport> run(Map<String, @Nullable Object> input);

  /** Once nothing of it runs any more, or is not waited for. */
  @Override
  default void close() {}
}
