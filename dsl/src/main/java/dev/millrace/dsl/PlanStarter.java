package dev.millrace.dsl;

import dev.millrace.dsl.runtime.PlanNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes a folder ready for plans: what an editor needs, and an example. */
public final class PlanStarter {

  private static final String TYPES = ".millrace/";

  private PlanStarter() {}

  /** All files of a new folder, by name; those in {@code .millrace} follow the registries. */
  public static Map<String, String> files(PlanNames names) {
    var files = new LinkedHashMap<String, String>();
    files.put(TYPES + "runtime.d.ts", Typings.runtime(names));
    files.put(TYPES + "globals.d.ts", Typings.globals());
    files.put("tsconfig.json", TSCONFIG);
    files.put("example.plan.ts", EXAMPLE);
    return files;
  }

  /**
   * Writes the files. Those for the editor are written anew; others that are there stay as they
   * are.
   *
   * @return what was written
   */
  public static List<String> write(Path folder, PlanNames names) throws IOException {
    var written = new ArrayList<String>();
    for (var file : files(names).entrySet()) {
      Path target = folder.resolve(file.getKey());
      if (file.getKey().startsWith(TYPES) || Files.notExists(target)) {
        Files.createDirectories(target.getParent());
        Files.write(target, file.getValue().getBytes(StandardCharsets.UTF_8));
        written.add(file.getKey());
      }
    }
    return written;
  }

  private static final String TSCONFIG =
      """
      {
        "compilerOptions": {
          "target": "ES2022",
          "module": "ESNext",
          "moduleResolution": "bundler",
          "lib": ["ES2022"],
          "types": [],
          "strict": true,
          "noEmit": true,
          "allowImportingTsExtensions": true,
          "paths": {
            "@millrace/runtime": ["./.millrace/runtime.d.ts"],
            "@ranking-dsl/runtime": ["./.millrace/runtime.d.ts"]
          }
        },
        "include": ["**/*.ts", ".millrace/*.d.ts"]
      }
      """;

  private static final String EXAMPLE =
      """
      import { definePlan } from "@millrace/runtime";

      // What the user's friends posted, scored and cut to ten.
      export default definePlan({
        name: "example",
        build: (ctx) => {
          const redis = EP.redis.redis_default;
          const score = Key.id * coalesce(P.weight, 0.5);
          return ctx
            .viewer({ endpoint: redis })
            .follow({ endpoint: redis, fanout: 20 })
            .filter({ pred: Key.country == "US" || Key.country == null })
            .vm({ outKey: Key.score, expr: score })
            .sort({ by: Key.score, order: "desc" })
            .take({ count: 10 });
        },
      });
      """;
}
