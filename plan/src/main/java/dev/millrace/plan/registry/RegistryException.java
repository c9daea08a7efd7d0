package dev.millrace.plan.registry;

import java.util.List;

/** A registry cannot be used: each fault names the file, the entry and the field. */
public final class RegistryException extends RuntimeException {
  private static final long serialVersionUID = 1;

  @SuppressWarnings("serial") // always an immutable list of strings
  private final List<String> faults;

  public RegistryException(List<String> faults) {
    super(String.join("\n", faults));
    this.faults = List.copyOf(faults);
  }

  public List<String> faults() {
    return faults;
  }
}
