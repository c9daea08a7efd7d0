package dev.millrace.server.conformance;

final class ConformanceOnPostgresTest extends ConformanceContract {

  @Override
  RunningServer open() {
    return RunningServer.onPostgres();
  }
}
