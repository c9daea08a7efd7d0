package dev.millrace.client;

import org.jspecify.annotations.Nullable;

/**
 * One of the updates that go to a Millrace server in one request, {@code POST tasks/updates}.
 *
 * @param lease the token of the lease: the task's poll count
 * @param count how many tasks are wanted in return; none if it is left out
 * @param definitions whether those come with their definitions; yes if it is left out
 */
public record TaskUpdate(
    @Nullable Integer lease, int count, @Nullable Boolean definitions, TaskResult result) {}
