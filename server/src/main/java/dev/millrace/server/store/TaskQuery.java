package dev.millrace.server.store;

import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks to look for, newest workflow first; an empty set or null does not restrict.
 *
 * @param text occurs in the input or the output, letter case aside
 */
public record TaskQuery(
    Set<UUID> workflows,
    Set<String> workflowNames,
    Set<String> types,
    Set<String> statuses,
    Set<String> refs,
    @Nullable String text,
    int start,
    int size) {}
