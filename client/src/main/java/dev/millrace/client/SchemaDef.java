package dev.millrace.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A schema that inputs or outputs are checked against. */
public record SchemaDef(
    @Nullable String ownerApp,
    long createTime,
    long updateTime,
    @Nullable String createdBy,
    @Nullable String updatedBy,
    String name,
    Integer version,
    @Nullable String type,
    @Nullable Map<String, @Nullable Object> data,
    @Nullable String externalRef) {

  public SchemaDef {
    version = Wire.or(version, 1);
  }
}
