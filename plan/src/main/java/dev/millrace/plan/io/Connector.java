package dev.millrace.plan.io;

import dev.millrace.plan.registry.NodeAddress;
import dev.millrace.plan.registry.RedisAddress;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.IOUtils;

/**
 * Opens connections: name, TCP, login and database are Jedis's work. Blocks; thread-safe.
 *
 * <p>The handshake ends with a PING, because a server that wants a password, or is still loading
 * its data, says so only when it is asked something.
 */
final class Connector {

  /** So that a write of up to {@link Link#WINDOW} bytes does not block. */
  private static final int SEND_BUFFER = 256 << 10;

  private final @Nullable SSLSocketFactory tls;
  private final JedisClientConfig config;

  Connector(RedisAddress address, Duration timeout, RedisSettings settings) {
    this.tls = address.tls() ? settings.tls().orElseGet(Connector::trustOfTheJvm) : null;
    int millis = Math.toIntExact(Math.clamp(timeout.toMillis(), 1, Integer.MAX_VALUE));
    this.config =
        DefaultJedisClientConfig.builder()
            .resp2()
            .autoNegotiateProtocol(false)
            .connectionTimeoutMillis(millis)
            .socketTimeoutMillis(millis)
            .user(address.user())
            .password(address.password())
            .database(address.database())
            .clientName("millrace")
            .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
            .build();
  }

  private static SSLSocketFactory trustOfTheJvm() {
    return (SSLSocketFactory) SSLSocketFactory.getDefault();
  }

  Wire open(NodeAddress node) throws ConnectFailure {
    Sockets sockets = new Sockets(node, config, tls);
    Connection connection = connect(sockets);
    try {
      // From here on a reply may take its time: who waits for it has a deadline of its own.
      sockets.made.setSoTimeout(0);
      return new Wire(sockets.made);
    } catch (IOException e) {
      connection.close();
      throw ConnectFailure.of(e);
    }
  }

  /** Asks {@code node} which node has which keys. */
  SlotTable slots(NodeAddress node) throws ConnectFailure {
    try (Connection connection = connect(new Sockets(node, config, tls))) {
      connection.sendCommand(Protocol.Command.CLUSTER, "SLOTS");
      return SlotTable.parse(connection.getObjectMultiBulkReply(), node);
    } catch (JedisException | IllegalArgumentException e) {
      throw ConnectFailure.of(e);
    }
  }

  private Connection connect(Sockets sockets) throws ConnectFailure {
    try {
      Connection connection = new Connection(sockets, config);
      try {
        ping(connection);
      } catch (JedisException e) {
        connection.close();
        throw e;
      }
      return connection;
    } catch (JedisException e) {
      throw ConnectFailure.of(e);
    } catch (ClassCastException e) { // the library's answer to a reply of another kind
      IOUtils.closeQuietly(sockets.made);
      throw ConnectFailure.of(new IOException("the server does not answer as Redis does"));
    }
  }

  private static void ping(Connection connection) {
    try {
      var _ = connection.ping();
    } catch (JedisAccessControlException e) {
      // A user who may only read is logged in all the same.
      if (e.getMessage() == null || !e.getMessage().startsWith("NOPERM")) {
        throw e;
      }
    }
  }

  /**
   * Puts TLS around the sockets, with the host's name checked, and remembers the last one, which
   * the library keeps to itself. Belongs to one thread.
   */
  private static final class Sockets implements JedisSocketFactory {
    private final NodeAddress node;
    private final @Nullable SSLSocketFactory tls;
    private final DefaultJedisSocketFactory plain;
    private Socket made = new Socket();

    Sockets(NodeAddress node, JedisClientConfig config, @Nullable SSLSocketFactory tls) {
      this.node = node;
      this.tls = tls;
      this.plain = new DefaultJedisSocketFactory(new HostAndPort(node.host(), node.port()), config);
    }

    @Override
    public Socket createSocket() {
      made = plain.createSocket();
      try {
        made.setSendBufferSize(SEND_BUFFER);
        if (tls != null) {
          made = secured(made, tls);
        }
        return made;
      } catch (IOException e) {
        IOUtils.closeQuietly(made);
        throw new JedisConnectionException(e);
      }
    }

    private Socket secured(Socket socket, SSLSocketFactory sockets) throws IOException {
      SSLSocket secured = (SSLSocket) sockets.createSocket(socket, node.host(), node.port(), true);
      try {
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        return secured;
      } catch (IOException e) {
        secured.close();
        throw e;
      }
    }
  }
}
