package dev.millrace.plan.example;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Stands for a service elsewhere that answers some time later, on a thread of its own. */
public final class TitleService {

  private TitleService() {}

  /** The titles of these ids, in their order. It knows no language but English. */
  public static CompletableFuture<List<String>> titles(String language, List<Long> ids) {
    return CompletableFuture.supplyAsync(() -> {
      if (!language.equals("en")) {
        throw new IllegalArgumentException("no titles in " + language);
      }
      return ids.stream().map(id -> "title " + id).toList();
    });
  }
}
