package dev.millrace.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A registry whose Redis endpoint waits as long as a machine under load may need. */
public final class PatientRegistry {

  private PatientRegistry() {}

  /** Writes it and returns the folder, for {@code --registry}. */
  public static String in(Path folder, String environment, String address) throws IOException {
    Path _ =
        Files.writeString(
            folder.resolve("endpoints." + environment + ".toml"),
            """
            schema_version = 1
            [[endpoint]]
            endpoint_id = "ep_0001"
            name = "redis_default"
            kind = "redis"
            address = "%s"
            policy = { connect_timeout_ms = 30000, request_timeout_ms = 30000 }
            [[endpoint]]
            endpoint_id = "ep_0002"
            name = "http_api"
            kind = "http"
            address = "http://127.0.0.1:1"
            """
                .formatted(address));
    return folder.toString();
  }
}
