package dev.millrace.client;

import java.util.List;
import java.util.Map;

/** What became of each id of a bulk request. */
public record BulkResponse<T>(
    Map<String, String> bulkErrorResults, List<T> bulkSuccessfulResults, String message) {

  public BulkResponse {
    bulkErrorResults = Wire.map(bulkErrorResults);
    bulkSuccessfulResults = Wire.list(bulkSuccessfulResults);
    message = Wire.or(message, "Bulk Request has been processed.");
  }
}
