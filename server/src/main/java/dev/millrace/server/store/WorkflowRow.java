package dev.millrace.server.store;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A workflow. Times are milliseconds since 1970, 0 if it did not happen.
 *
 * @param status the name of its status
 * @param timerAt when its timer rings; {@link Store#NEVER} if it has none
 * @param definition the number of its definition, see {@link WriteTransaction#define}
 * @param idempotencyKey used once for each name of a workflow
 * @param watched whether other servers are to hear of its end
 * @param body all the rest that changes with every step
 * @param input JSON; null when a row is saved whose input is as it was
 * @param output JSON; null when a row is saved whose output is as it was
 */
// Rows are carried, never compared.
@SuppressWarnings("ArrayRecordComponent")
public record WorkflowRow(
    UUID id,
    String name,
    int version,
    String status,
    @Nullable String correlationId,
    @Nullable UUID parent,
    long createdAt,
    long updatedAt,
    long endedAt,
    long timerAt,
    long definition,
    @Nullable String idempotencyKey,
    boolean watched,
    byte[] body,
    byte @Nullable [] input,
    byte @Nullable [] output) {}
