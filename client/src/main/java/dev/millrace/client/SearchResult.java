package dev.millrace.client;

import java.util.List;

/** One page of what a search found. */
public record SearchResult<T>(long totalHits, List<T> results) {

  public SearchResult {
    results = Wire.list(results);
  }
}
