package dev.millrace.plan.io;

final class InProcessConformanceTest extends RedisConformance {

  @Override
  RedisClient client() {
    return new InProcessStore();
  }
}
