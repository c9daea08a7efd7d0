package dev.millrace.cli.server;

import dev.millrace.client.MillraceClient;

/** Where the second worker of {@code millrace dev} starts. Its one argument is the server's URL. */
public final class DevWorker {

  private DevWorker() {}

  /** Works until the process is told to stop, or until its parent is gone. */
  public static void main(String[] args) throws InterruptedException {
    try (var client = MillraceClient.connect(args[0]);
        var host = DevExample.office(client)) {
      ProcessHandle.current()
          .parent()
          .ifPresent(parent -> {
            var _ = parent.onExit().thenRun(host::close);
          });
      host.runUntilShutdown();
    }
  }
}
