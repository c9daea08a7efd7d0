package dev.millrace.server.store.postgres;

import dev.millrace.server.store.Signal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** Signals as the texts of notifications: the sender, then a line for each. Thread-safe. */
final class Notices {

  /** PostgreSQL takes less than 8000 bytes. */
  private static final int MOST = 7900;

  private final String sender;

  Notices(String sender) {
    this.sender = sender;
  }

  /** As few texts as will do. */
  List<String> texts(Collection<Signal> signals) {
    var texts = new ArrayList<String>();
    var text = new StringBuilder(sender);
    int bytes = sender.length();
    for (var signal : signals) {
      var line = line(signal);
      int more = line.getBytes(StandardCharsets.UTF_8).length + 1;
      if (bytes + more > MOST) {
        texts.add(text.toString());
        text.setLength(sender.length());
        bytes = sender.length();
      }
      text.append('\n').append(line);
      bytes += more;
    }
    if (text.length() > sender.length()) {
      texts.add(text.toString());
    }
    return texts;
  }

  private static String line(Signal signal) {
    var line =
        switch (signal) {
          case Signal.QueueReady(var queue) -> "q" + queue;
          case Signal.WorkflowChanged(var id) -> "w" + id;
          case Signal.DocumentsChanged() -> "d";
          case Signal.Anything() -> "a";
        };
    // What does not fit is told in general.
    boolean fits =
        line.indexOf('\n') < 0 && line.getBytes(StandardCharsets.UTF_8).length < MOST / 2;
    return fits ? line : "a";
  }

  /** Nothing if we sent it. */
  List<Signal> signals(String text) {
    var lines = text.split("\n", -1);
    if (lines[0].equals(sender)) {
      return List.of();
    }
    var signals = new ArrayList<Signal>();
    for (int i = 1; i < lines.length; i++) {
      signals.add(signal(lines[i]));
    }
    return signals;
  }

  /** A line that is not understood comes from a newer server. */
  private static Signal signal(String line) {
    if (line.startsWith("q")) {
      return new Signal.QueueReady(line.substring(1));
    }
    if (line.equals("d")) {
      return new Signal.DocumentsChanged();
    }
    if (line.startsWith("w") && line.length() == 37) {
      return new Signal.WorkflowChanged(UUID.fromString(line.substring(1)));
    }
    return new Signal.Anything();
  }
}
