package dev.millrace.client;

import java.util.List;
import java.util.function.Consumer;

/**
 * The protocol as worker libraries need it: no repetitions, everything the server says, and answers
 * on the event loop. All methods but {@link #loop} and {@link #encode} are called on the loop.
 */
public interface TaskChannel {

  EventLoop loop();

  /** Asks for tasks. {@code then} is never called before this returns. */
  void poll(PollRequest request, Consumer<Reply> then);

  /** Asks a Millrace server to answer all polls of this worker now. Whether it did, polls tell. */
  void endPolls(String workerId);

  /** Says something of a task. {@code then} is never called before this returns. */
  void update(Update update, Consumer<Reply> then);

  /**
   * A result as it goes over the wire; from any thread, so that the loop is spared.
   *
   * @throws IllegalArgumentException if it cannot be written as JSON
   */
  EncodedResult encode(TaskResult result);

  /**
   * An update.
   *
   * @param lease the token of the lease: the task's poll count
   * @param mode what is wanted in return
   * @param count how many tasks are wanted; counts only in mode {@link Mode#CHAIN_MANY}
   * @param definitions whether those tasks come with their definitions
   */
  record Update(EncodedResult result, int lease, Mode mode, int count, boolean definitions) {}

  /** What an update wants in return. */
  enum Mode {
    /** {@code POST tasks}: nothing. */
    PLAIN,
    /** {@code POST tasks/update-v2}: the next task, if there is one. */
    CHAIN,
    /** {@code POST tasks/update-v2?count=n}: several. Only Millrace servers know it. */
    CHAIN_MANY
  }

  /**
   * What the server said besides the answer.
   *
   * @param millrace whether it is a Millrace server
   * @param accepted false if an update did not count: the task had ended, or the lease was lost
   * @param revoked tasks of this worker that ended without it
   */
  record Notices(boolean millrace, boolean accepted, List<String> revoked) {

    /** Nothing said. */
    public static final Notices NONE = new Notices(false, true, List.of());

    public Notices {
      revoked = List.copyOf(revoked);
    }
  }

  /** What came of a request. */
  sealed interface Reply {

    Notices notices();

    /** It went well. */
    record Tasks(List<Task> tasks, Notices notices) implements Reply {
      public Tasks {
        tasks = List.copyOf(tasks);
      }
    }

    /** It did not. */
    record Failed(ClientException error, Notices notices) implements Reply {}
  }
}
