package dev.millrace.plan.io;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/**
 * An open connection, logged in. One thread may read while another writes; anybody may close it,
 * which makes both fail.
 */
final class Wire {

  private final Closeable socket;
  private final InputStream in;
  private final OutputStream out;

  Wire(Socket socket) throws IOException {
    this(socket.getInputStream(), socket.getOutputStream(), socket);
  }

  Wire(InputStream in, OutputStream out, Closeable socket) {
    this.in = in;
    this.out = out;
    this.socket = socket;
  }

  InputStream in() {
    return in;
  }

  OutputStream out() {
    return out;
  }

  void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // TLS could not say goodbye, but the socket is closed: there is nobody to tell.
      return;
    }
  }
}
