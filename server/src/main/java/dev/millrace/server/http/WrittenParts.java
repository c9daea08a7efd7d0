package dev.millrace.server.http;

import dev.millrace.client.WireJson;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of definitions, which every task of a step carries and which never change. Found by
 * identity; a definition that nobody else holds is not kept alive, and two that meet in one place
 * push each other out. Thread-safe.
 */
final class WrittenParts {

  private static final int PLACES = 1024;

  /** Longer ones are written anew, so that all together have a bound: 16 MB. */
  private static final int LONGEST = 16 * 1024;

  private final AtomicReferenceArray<@Nullable Entry> places = new AtomicReferenceArray<>(PLACES);

  private record Entry(WeakReference<Object> definition, WrittenJson json) {}

  WrittenJson of(Object definition) {
    int place = System.identityHashCode(definition) & (PLACES - 1);
    // Acquire: the entry's fields are final, but the compiler may not read them before it.
    Entry entry = places.getAcquire(place);
    if (entry != null && entry.definition().refersTo(definition)) {
      return entry.json();
    }
    var json = new WrittenJson(WireJson.mapper().writeValueAsBytes(definition));
    if (json.length() <= LONGEST) {
      // Release: whoever sees the entry sees the bytes. Losing a race costs one more writing.
      places.setRelease(place, new Entry(new WeakReference<>(definition), json));
    }
    return json;
  }
}
