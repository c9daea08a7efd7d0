package dev.millrace.executor;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose slice is shortened, and what else of the thread: the test plays the system. */
class TimeSliceGuardTest {

  private static final long SETATTR = 314;
  private static final long GETATTR = 315;
  private static final int OTHER = 0;
  private static final long RESET_ON_FORK = 1;
  private static final long ANY_FLAG = 0x20;
  private static final int ORDINARY_SLICE = 2_800_000;

  /** As in Linux's header {@code sched/types.h}. */
  private static final StructLayout SCHED_ATTR =
      MemoryLayout.structLayout(
          JAVA_INT.withName("size"),
          JAVA_INT.withName("policy"),
          JAVA_LONG.withName("flags"),
          JAVA_INT.withName("nice"),
          JAVA_INT.withName("priority"),
          JAVA_LONG.withName("runtime"),
          JAVA_LONG.withName("deadline"),
          JAVA_LONG.withName("period"),
          JAVA_INT.withName("util_min"),
          JAVA_INT.withName("util_max"));

  private final Kernel kernel = new Kernel();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 19})
  void anOrdinaryThreadHasAShortSliceAndNothingElseIsChanged(int nice) throws Exception {
    kernel.nice = nice;

    shorten();

    MemorySegment expected = kernel.attributes();
    expected.set(JAVA_LONG, at("flags"), ANY_FLAG | RESET_ON_FORK);
    expected.set(JAVA_LONG, at("runtime"), TimeSlice.NANOS);
    assertThat(kernel.wished).isEqualTo(expected.toArray(JAVA_BYTE));
  }

  @ParameterizedTest
  @CsvSource({"1, FIFO", "2, RR", "3, BATCH", "5, IDLE", "6, DEADLINE"})
  void aThreadWithAPolicyOfItsOwnIsLeftAlone(int policy, String name) throws Exception {
    kernel.policy = policy;

    shorten();

    assertThat(kernel.wished).as(name).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, -20})
  void aThreadWithMoreThanItsShareIsLeftAlone(int nice) throws Exception {
    kernel.nice = nice;

    shorten();

    assertThat(kernel.wished).isNull();
  }

  @Test
  void aThreadOfWhichTheSystemTellsNothingIsLeftAlone() throws Exception {
    kernel.tells = false;

    shorten();

    assertThat(kernel.wished).isNull();
  }

  @Test
  void aRefusalIsNotAnError() throws Exception {
    kernel.grants = false;

    shorten();

    assertThat(kernel.wished).isNotNull();
  }

  private void shorten() throws ReflectiveOperationException {
    MethodType type =
        MethodType.methodType(
            long.class, long.class, long.class, MemorySegment.class, long.class, long.class);
    new TimeSlice(MethodHandles.lookup().bind(kernel, "call", type), SETATTR).ask();
  }

  private static long at(String field) {
    return SCHED_ATTR.byteOffset(PathElement.groupElement(field));
  }

  /** The system's side of both calls, for one thread. */
  private static final class Kernel {
    int policy = OTHER;
    int nice;
    boolean tells = true;
    boolean grants = true;

    /** What the thread is to have; null if it was not asked for anything. */
    byte @Nullable [] wished;

    /** What the thread has. */
    MemorySegment attributes() {
      MemorySegment told = MemorySegment.ofArray(new long[(int) SCHED_ATTR.byteSize() / 8]);
      told.set(JAVA_INT, at("size"), (int) SCHED_ATTR.byteSize());
      told.set(JAVA_INT, at("policy"), policy);
      told.set(JAVA_LONG, at("flags"), ANY_FLAG);
      told.set(JAVA_INT, at("nice"), nice);
      told.set(JAVA_LONG, at("runtime"), ORDINARY_SLICE);
      told.set(JAVA_INT, at("util_max"), 1024);
      return told;
    }

    @SuppressWarnings("unused") // by method handle
    long call(long number, long thread, MemorySegment attributes, long third, long fourth) {
      assertThat(thread).as("the one that calls").isZero();
      assertThat(fourth).isZero();
      if (number == GETATTR) {
        assertThat(third).as("size").isEqualTo(SCHED_ATTR.byteSize());
        attributes.copyFrom(attributes());
        return tells ? 0 : -1;
      }
      assertThat(number).isEqualTo(SETATTR);
      assertThat(third).as("flags").isZero();
      wished = attributes.toArray(JAVA_BYTE);
      return grants ? 0 : -1;
    }
  }
}
