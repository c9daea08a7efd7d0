package dev.millrace.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class ServerCommandsTest {

  private record Result(int exit, String out, String err) {}

  private static Result run(Object command, String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exit =
        new CommandLine(command)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .setExecutionExceptionHandler((e, line, _) -> {
              line.getErr().println(e.getMessage());
              return 1;
            })
            .execute(args);
    return new Result(exit, out.toString(), err.toString());
  }

  @Test
  void dev_runs_its_example_with_two_workers_and_stops() {
    var result = run(new DevCommand(), "--ephemeral", "--port", "0", "--once");

    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out())
        .contains("Millrace listens on http://127.0.0.1:", "worker 2  process ")
        .contains("charge         FAILED", "charge again   COMPLETED")
        .containsPattern("COMPLETED after \\d+ ms")
        .contains("Stopped: workflows started 1, ended 1; tasks handed out 5");
  }

  @Test
  void dev_keeps_its_data_where_it_is_told(@TempDir Path folder) {
    var result = run(new DevCommand(), "--data", folder.toString(), "--port", "0", "--once");

    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(folder.resolve("tasks.db")).isNotEmptyFile();
  }

  @Test
  void a_port_that_is_taken_is_said_to_be_taken(@TempDir Path folder) throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var result =
          run(
              new DevCommand(),
              "--data",
              folder.toString(),
              "--port",
              Integer.toString(taken.getLocalPort()));

      assertThat(result.exit()).isEqualTo(1);
      assertThat(result.err())
          .startsWith("port " + taken.getLocalPort() + " of 127.0.0.1 is in use; choose another");
    }
  }

  @Test
  void a_folder_that_is_a_file_is_refused(@TempDir Path folder) throws IOException {
    var file = Files.writeString(folder.resolve("file"), "");

    var result = run(new ServeCommand(), "--data", file.toString());

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err())
        .startsWith("no data can be kept in " + file + ": " + file + " is no folder; choose");
  }

  @Test
  void a_folder_below_a_file_is_refused(@TempDir Path folder) throws IOException {
    var file = Files.writeString(folder.resolve("file"), "");

    var result = run(new ServeCommand(), "--data", file.resolve("data").toString());

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).contains("Not a directory", "choose another folder with --data");
  }

  @Test
  void serve_prints_its_settings() {
    var result = run(new ServeCommand(), "--port", "81", "--http-max-batch=7", "--print-config");

    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out()).contains("port = 81", "max-batch = 7", "[store]");
  }

  @Test
  void an_unknown_setting_is_named() {
    var result = run(new ServeCommand(), "--http-prot", "81");

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains("unknown setting '--http-prot'", "--http-port");
  }

  @Test
  void a_short_flag_that_was_meant_is_named() {
    var result = run(new ServeCommand(), "--prot", "81");

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains("unknown setting '--prot'; did you mean '--port'?");
  }

  @Test
  void another_address_than_loopback_needs_a_word(@TempDir Path folder) {
    var result =
        run(new ServeCommand(), "--data", folder.toString(), "--port", "0", "--bind", "0.0.0.0");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).contains("without a key", "--insecure");
  }
}
