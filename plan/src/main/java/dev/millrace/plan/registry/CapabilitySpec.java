package dev.millrace.plan.registry;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Something that a plan may require of the engine.
 *
 * @param payload what an extension of this capability looks like; null: it has no payload
 */
public record CapabilitySpec(String id, Status status, @Nullable Payload payload, String doc) {

  /** How far the engine has it. */
  public enum Status {
    IMPLEMENTED,
    DRAFT,
    DEPRECATED,
    BLOCKED
  }

  /** What a field of a payload is. */
  public enum FieldType {
    BOOLEAN,
    STRING,
    NUMBER,
    ARRAY,
    OBJECT
  }

  /** The fields of a payload; it has no others. */
  public record Payload(Map<String, FieldType> fields, Set<String> required) {
    public Payload {
      fields = Map.copyOf(fields);
      required = Set.copyOf(required);
    }
  }

  public CapabilitySpec {
    requireNonNull(id, "id is null");
    requireNonNull(status, "status is null");
    requireNonNull(doc, "doc is null");
  }

  /** Whether a plan may require it. */
  public boolean isSupported() {
    return switch (status) {
      case IMPLEMENTED, DEPRECATED -> true;
      case DRAFT, BLOCKED -> false;
    };
  }
}
