package dev.millrace.task.engine;

import dev.millrace.task.Task;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All steps of one class, and the loop that runs them.
 *
 * <p>A loop over steps of many classes is compiled to a call through a table for each step, which
 * costs several times as much as a small step does. So a class whose steps run often gets a loop of
 * its own: {@link ChunkedLoop} defined once more, as a hidden class. The compiler finds one kind of
 * step there and compiles loop and step as one. The loop goes with the class it was made for.
 *
 * <p>Thread-safe.
 */
final class StepKind {

  /** Steps in spent budgets before it is worth a loop of its own. */
  static final int OFTEN = 1 << 16;

  /** Loops of their own in this process, so that generated classes do not fill the code cache. */
  static final int MOST_LOOPS = 256;

  private static final Logger LOG = System.getLogger(StepKind.class.getName());

  private static final StepLoop COMMON = new ChunkedLoop();

  private static final AtomicInteger LOOPS = new AtomicInteger();

  private static final ClassValue<StepKind> KINDS =
      new ClassValue<>() {
        @Override
        protected StepKind computeValue(Class<?> step) {
          return new StepKind(step.getName(), LOOPS);
        }
      };

  private final String name;
  private final AtomicInteger loops;
  private final AtomicInteger steps = new AtomicInteger();
  private volatile StepLoop loop = COMMON;

  /**
   * @param loops how many were made for whatever kinds share the limit
   */
  StepKind(String name, AtomicInteger loops) {
    this.name = name;
    this.loops = loops;
  }

  static StepKind of(Task.Step step) {
    return KINDS.get(step.getClass());
  }

  StepLoop loop() {
    return loop;
  }

  /** A task has spent its budget with so many steps, and would go on. */
  void spent(int more) {
    if (loop == COMMON) {
      int before = steps.getAndAdd(more);
      if (before < OFTEN && before + more >= OFTEN && loops.incrementAndGet() <= MOST_LOOPS) {
        loop = defineLoop();
      }
    }
  }

  private StepLoop defineLoop() {
    try (InputStream code = StepKind.class.getResourceAsStream("ChunkedLoop.class")) {
      if (code == null) {
        LOG.log(Level.DEBUG, "no loop of its own for {0}: there are no class files", name);
        return COMMON;
      }
      byte[] bytes = code.readAllBytes();
      Class<?> own = MethodHandles.lookup().defineHiddenClass(bytes, false).lookupClass();
      return (StepLoop) own.getDeclaredConstructor().newInstance();
    } catch (IOException | ReflectiveOperationException | LinkageError | OutOfMemoryError e) {
      LOG.log(Level.DEBUG, "no loop of its own for " + name, e);
      return COMMON;
    }
  }
}
