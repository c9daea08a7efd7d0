package dev.millrace.cli.rankd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a run of the command gave, within this process. */
record RankdRun(int exit, String out, String err) {

  static RankdRun of(String request, String... args) {
    return of(ClientSource.REAL, Map.of(), request, args);
  }

  static RankdRun of(
      ClientSource clients, Map<String, String> environment, String request, String... args) {
    var out = new ByteArrayOutputStream();
    var err = new StringWriter();
    var streams =
        new Streams(
            new ByteArrayInputStream(request.getBytes(UTF_8)),
            out,
            new PrintWriter(err, true),
            environment);
    int exit = RankdCli.run(streams, clients, args);
    return new RankdRun(exit, out.toString(UTF_8), err.toString());
  }

  /** The one object that is all of standard output. */
  JsonNode json() {
    if (out.lines().count() != 1) {
      throw new AssertionError("not one line: " + out);
    }
    return JsonMapper.shared().readTree(out);
  }
}
