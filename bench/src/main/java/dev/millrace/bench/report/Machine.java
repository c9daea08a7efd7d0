package dev.millrace.bench.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the figures were made on. */
public record Machine(String processor, int cores, long memoryBytes, String system, String jdk) {

  public static Machine here() {
    var system =
        ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
    return new Machine(
        processorName(),
        Runtime.getRuntime().availableProcessors(),
        system.getTotalMemorySize(),
        "%s %s %s".formatted(system.getName(), system.getVersion(), system.getArch()),
        Runtime.version().toString());
  }

  /** As Linux tells it; elsewhere unknown. */
  private static String processorName() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      return "unknown"; // the name is only for people
    }
  }

  public Map<String, @Nullable Object> asMap() {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("processor", processor);
    map.put("cores", cores);
    map.put("memory_bytes", memoryBytes);
    map.put("system", system);
    map.put("jdk", jdk);
    return map;
  }

  @Override
  public String toString() {
    return "%s, %d cores, %d GiB, %s, JDK %s"
        .formatted(processor, cores, memoryBytes >> 30, system, jdk);
  }
}
