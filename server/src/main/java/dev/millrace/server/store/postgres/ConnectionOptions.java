package dev.millrace.server.store.postgres;

import java.util.Properties;

/** The driver's options that do not depend on what a connection is for. */
final class ConnectionOptions {

  /** A statement that takes longer is ended by the server; the rest is for the network. */
  private static final int NETWORK_SECONDS = 10;

  private ConnectionOptions() {}

  /** Without them, a connection to a machine that is gone would never end. */
  static Properties of(PostgresSettings settings) {
    var options = new Properties();
    options.setProperty("ApplicationName", "millrace");
    options.setProperty("tcpKeepAlive", "true");
    options.setProperty("connectTimeout", String.valueOf(NETWORK_SECONDS));
    options.setProperty("loginTimeout", String.valueOf(NETWORK_SECONDS));
    options.setProperty(
        "socketTimeout", String.valueOf(settings.timeout().toSeconds() + NETWORK_SECONDS));
    return options;
  }

  static Properties withUser(PostgresSettings settings) {
    var options = of(settings);
    options.setProperty("user", settings.user());
    options.setProperty("password", settings.password());
    return options;
  }
}
