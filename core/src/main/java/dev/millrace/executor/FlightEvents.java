package dev.millrace.executor;

import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Makes the events of the flight recorder once it is in use, and not before: the first event of a
 * process would set the recorder up, which takes a short process longer than all its work.
 */
final class FlightEvents {

  private FlightEvents() {}

  static @Nullable RunEvent beginRun() {
    if (!FlightRecorder.isInitialized()) {
      return null;
    }
    RunEvent event = new RunEvent();
    event.begin();
    return event;
  }

  static void endRun(@Nullable RunEvent event, int worker, int slices) {
    if (event != null) {
      event.worker = worker;
      event.slices = slices;
      event.commit();
    }
  }

  static @Nullable ParkEvent beginPark() {
    if (!FlightRecorder.isInitialized()) {
      return null;
    }
    ParkEvent event = new ParkEvent();
    event.begin();
    return event;
  }

  static void steal(int worker, int word) {
    if (FlightRecorder.isInitialized()) {
      StealEvent event = new StealEvent();
      event.worker = worker;
      event.word = word;
      event.commit();
    }
  }

  static void wake(int worker) {
    if (FlightRecorder.isInitialized()) {
      WakeEvent event = new WakeEvent();
      event.worker = worker;
      event.commit();
    }
  }
}
