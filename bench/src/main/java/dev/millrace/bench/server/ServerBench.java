package dev.millrace.bench.server;

import dev.millrace.bench.report.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** All sections, one after the other. */
final class ServerBench {

  private static final List<ServerSection> SECTIONS =
      List.of(
          new DrainSection(),
          new SdkSection(),
          new PickUpSection(),
          new UpdateSection(),
          new FlatSection(),
          new ForkSection());

  /** Workers tell when they close, which is after every round here. Held, or it is forgotten. */
  private static final Logger WORKERS = Logger.getLogger("dev.millrace.worker");

  private ServerBench() {}

  /** Everything that {@code --only} may name. */
  static List<String> names() {
    return SECTIONS.stream().map(ServerSection::name).toList();
  }

  /**
   * What came out; a section that fails is left out and told.
   *
   * @param failed names of the sections that failed
   */
  record Result(List<Row> rows, List<String> failed) {
    Result {
      rows = List.copyOf(rows);
      failed = List.copyOf(failed);
    }
  }

  static Result run(Site site) throws InterruptedException {
    WORKERS.setLevel(Level.WARNING);
    List<Row> rows = new ArrayList<>();
    List<String> failed = new ArrayList<>();
    try {
      for (ServerSection section : SECTIONS) {
        if (!site.options().includes(section.name())) {
          continue;
        }
        site.progress().begin(section.name());
        try {
          rows.addAll(section.run(site));
        } catch (InterruptedException e) {
          throw e;
        } catch (Exception e) { // foreign code: servers and databases
          site.progress().trouble(section.name() + " failed: " + e);
          failed.add(section.name());
        }
      }
    } finally {
      site.progress().end();
    }
    return new Result(rows, failed);
  }
}
