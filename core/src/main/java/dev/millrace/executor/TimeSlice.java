package dev.millrace.executor;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * How long a thread wants to run at a stretch, and with that how soon Linux lets it run when it is
 * woken. A worker that is called from idleness is often put on the core of the one who calls,
 * because the others are switched off and would take longer to come up. There it goes first only if
 * its slice is shorter than the caller's (Linux 6.12 and later); otherwise it may have to wait
 * until the caller sleeps. It gets no more of the processor by that, but it gets it sooner:
 * docs/performance.md has the figures. What a worker starts, threads and processes, has an ordinary
 * slice.
 *
 * <p>The JDK has no such call. So it is made through the JDK's linker, and only if the user lets
 * this module call native code ({@code --enable-native-access}): otherwise the JVM would print a
 * warning. To load the linker takes some 70 ms, so a thread of its own does that. Whatever cannot
 * be done here, everything works as without it.
 *
 * <p>Thread-safe; a thread changes only itself.
 */
final class TimeSlice {

  /**
   * Below Linux's own, which is 0.7 ms with one processor and more with several. That it is below
   * is what counts: the 0.1 ms that Linux would grant brings nothing more, and a busy worker would
   * be interrupted more often.
   */
  static final long NANOS = 500_000;

  private static final Logger LOG = System.getLogger(TimeSlice.class.getName());

  /** Linux's {@code struct sched_attr}: its size, and where in it stands what is used here. */
  private static final long SIZE = 56;

  private static final long POLICY_AT = 4;
  private static final long FLAGS_AT = 8;
  private static final long NICE_AT = 16;
  private static final long SLICE_AT = 24;

  private static final int SCHED_OTHER = 0;
  private static final long RESET_ON_FORK = 1;

  private static final AtomicBoolean BEGUN = new AtomicBoolean();

  /** How it is done; null if there is no way. Written before {@link #known}, read after it. */
  private static @Nullable TimeSlice way;

  private static volatile boolean known;

  /** The C library's function that makes system calls by number. */
  private final MethodHandle syscall;

  private final long getattr;
  private final long setattr;

  /**
   * @param setattr the number of that call; that of the other is the next
   */
  TimeSlice(MethodHandle syscall, long setattr) {
    this.syscall = syscall;
    this.setattr = setattr;
    this.getattr = setattr + 1;
  }

  /**
   * Asks for the calling thread, which is none of the virtual ones, if the way to do so is there;
   * begins to look for it otherwise.
   *
   * @return whether it need not be called again: it was asked for, or there is no way
   */
  static boolean shorten() {
    if (!known) {
      if (BEGUN.compareAndSet(false, true)) {
        seek();
      }
      return false;
    }
    if (way != null) {
      way.ask();
    }
    return true;
  }

  private static void seek() {
    long setattr =
        switch (System.getProperty("os.arch")) {
          case "amd64" -> 314;
          case "aarch64", "riscv64" -> 274;
          default -> 0;
        };
    if (setattr == 0
        || !System.getProperty("os.name").equals("Linux")
        || !TimeSlice.class.getModule().isNativeAccessEnabled()) {
      known = true;
      return;
    }
    Thread.ofPlatform().daemon().name("millrace-time-slice").start(() -> link(setattr));
  }

  @SuppressWarnings("restricted") // the user has allowed it
  private static void link(long setattr) {
    try {
      Linker linker = Linker.nativeLinker();
      FunctionDescriptor types =
          FunctionDescriptor.of(
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.ADDRESS,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG);
      MemorySegment symbol = linker.defaultLookup().findOrThrow("syscall");
      way =
          new TimeSlice(
              linker.downcallHandle(symbol, types, Linker.Option.firstVariadicArg(1)), setattr);
    } catch (RuntimeException | LinkageError e) { // not for this platform, or no such function
      LOG.log(Level.DEBUG, "no native calls here: workers keep their time slices", e);
    } finally {
      known = true;
    }
  }

  /** Everything else about the thread stays as it is. */
  void ask() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attributes = arena.allocate(SIZE, Long.BYTES);
      boolean done = call(getattr, attributes, SIZE);
      if (done && isOrdinary(attributes)) {
        long flags = attributes.get(ValueLayout.JAVA_LONG, FLAGS_AT);
        attributes.set(ValueLayout.JAVA_LONG, FLAGS_AT, flags | RESET_ON_FORK);
        attributes.set(ValueLayout.JAVA_LONG, SLICE_AT, NANOS);
        done = call(setattr, attributes, 0);
      }
      if (!done) {
        LOG.log(Level.DEBUG, "the system refuses another time slice");
      }
    }
  }

  /**
   * Whoever gave the thread another policy, or more than its share, did so for a reason; and the
   * latter is what {@link #RESET_ON_FORK} would take from those that it starts.
   */
  private static boolean isOrdinary(MemorySegment attributes) {
    return attributes.get(ValueLayout.JAVA_INT, POLICY_AT) == SCHED_OTHER
        && attributes.get(ValueLayout.JAVA_INT, NICE_AT) >= 0;
  }

  /** By the calling thread, for itself: its number is 0. */
  private boolean call(long number, MemorySegment attributes, long third) {
    try {
      return (long) syscall.invokeExact(number, 0L, attributes, third, 0L) == 0;
    } catch (Throwable e) { // that a method handle may throw anything is its type alone
      throw new AssertionError(e);
    }
  }
}
