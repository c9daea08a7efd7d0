package dev.millrace.plan.io;

import dev.millrace.plan.io.RedisReply.Elements;
import dev.millrace.plan.io.RedisReply.Fields;
import dev.millrace.plan.io.RedisReply.Nil;
import dev.millrace.plan.io.RedisReply.ServerError;
import dev.millrace.plan.io.RedisReply.Text;
import dev.millrace.plan.io.RedisReply.Whole;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * Reads replies in RESP2. A reply that is larger than allowed is read to its end and dropped, so
 * that the connection goes on. Not thread-safe: one reader.
 */
final class ReplyReader {

  private static final Nil NIL = new Nil();
  private static final Elements NO_ELEMENTS = new Elements(List.of());
  private static final Fields NO_FIELDS = new Fields(Map.of());

  /** What an element costs beside its bytes. */
  private static final int ELEMENT_COST = 16;

  private static final int DEEPEST = 8;

  private final ReplyInput in;
  private final long mostBytes;
  private long bytes;
  private boolean understood;

  ReplyReader(ReplyInput in, long mostBytes) {
    this.in = in;
    this.mostBytes = mostBytes;
  }

  /** The next reply, which answers {@code command}; null if it is too large. */
  @Nullable RedisReply read(RedisCommand command) {
    bytes = 0;
    understood = true;
    RedisReply reply = readAny(command);
    return bytes > mostBytes ? null : reply;
  }

  /** How large the last reply was, also if it was too large. */
  long bytes() {
    return bytes;
  }

  private RedisReply readAny(RedisCommand command) {
    byte kind = in.readByte();
    return switch (kind) {
      case '+' -> new Text(in.readLine());
      case '-' -> new ServerError(in.readLine());
      case ':' -> new Whole(in.readLongCrLf());
      case '$' -> {
        String text = bulk();
        yield text == null ? NIL : new Text(text);
      }
      case '*' -> array(command, in.readIntCrLf());
      default -> throw new JedisConnectionException("not Redis: a reply begins with byte " + kind);
    };
  }

  private @Nullable String bulk() {
    int length = in.readIntCrLf();
    if (length < 0) {
      return null;
    }
    bytes += length;
    if (bytes > mostBytes) {
      in.skipBytes(length + 2L);
      return "";
    }
    return in.readText(length);
  }

  private RedisReply array(RedisCommand command, int size) {
    if (size < 0) {
      return NIL;
    }
    bytes += (long) ELEMENT_COST * size;
    @Nullable String[] elements = elements(size);
    if (!understood) {
      return new ServerError("ERR the reply to '" + command.name() + "' is nested, not supported");
    }
    return switch (ReplyShape.of(command)) {
      case PAIRS -> pairs(elements);
      case ASKED_FOR -> askedFor(command.arguments(), elements);
      case LIST -> list(elements);
    };
  }

  /** Keeps nothing once the reply is too large. */
  private @Nullable String[] elements(int size) {
    boolean tooLarge = bytes > mostBytes;
    @Nullable String[] elements = new @Nullable String[tooLarge ? 0 : size];
    for (int i = 0; i < size; i++) {
      String element = element(0);
      if (bytes > mostBytes && !tooLarge) {
        tooLarge = true;
        elements = new @Nullable String[0];
      }
      if (!tooLarge) {
        elements[i] = element;
      }
    }
    return elements;
  }

  private @Nullable String element(int depth) {
    byte kind = in.readByte();
    return switch (kind) {
      case '$' -> bulk();
      case '+', '-', ':' -> in.readLine();
      case '*' -> {
        understood = false;
        if (depth == DEEPEST) {
          throw new JedisConnectionException("not Redis: a reply that is nested too deep");
        }
        int size = in.readIntCrLf();
        for (int i = 0; i < size; i++) {
          var _ = element(depth + 1);
        }
        yield null;
      }
      default -> throw new JedisConnectionException("not Redis: an element of byte " + kind);
    };
  }

  private static RedisReply list(@Nullable String[] elements) {
    if (elements.length == 0) {
      return NO_ELEMENTS;
    }
    // An element that is not there says that the command is none that this client knows.
    for (String element : elements) {
      if (element == null) {
        return new ServerError("ERR a reply with missing elements is not supported");
      }
    }
    return new Elements(Collections.unmodifiableList(Arrays.asList(elements)));
  }

  @SuppressWarnings("NullAway") // those without a null are strings
  private static RedisReply pairs(@Nullable String[] elements) {
    if (elements.length == 0) {
      return NO_FIELDS;
    }
    if (elements.length <= 2 * FewFields.MOST && isComplete(elements)) {
      return new Fields(new FewFields(elements));
    }
    Map<String, String> fields = LinkedHashMap.newLinkedHashMap(elements.length / 2);
    for (int i = 0; i + 1 < elements.length; i += 2) {
      put(fields, elements[i], elements[i + 1]);
    }
    return new Fields(Collections.unmodifiableMap(fields));
  }

  private static boolean isComplete(@Nullable String[] elements) {
    for (String element : elements) {
      if (element == null) {
        return false;
      }
    }
    return elements.length % 2 == 0;
  }

  private static RedisReply askedFor(List<String> arguments, @Nullable String[] elements) {
    int first = arguments.size() - elements.length;
    Map<String, String> fields = LinkedHashMap.newLinkedHashMap(elements.length);
    for (int i = 0; i < elements.length; i++) {
      put(fields, arguments.get(first + i), elements[i]);
    }
    return new Fields(Collections.unmodifiableMap(fields));
  }

  private static void put(
      Map<String, String> fields, @Nullable String name, @Nullable String value) {
    if (name != null && value != null) {
      fields.put(name, value);
    }
  }
}
