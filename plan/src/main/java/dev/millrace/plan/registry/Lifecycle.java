package dev.millrace.plan.registry;

/** Whether a registry entry may still be used. */
public enum Lifecycle {
  ACTIVE,
  /** Works, with a warning. */
  DEPRECATED,
  /** Refused. */
  BLOCKED
}
