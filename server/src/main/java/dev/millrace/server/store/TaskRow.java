package dev.millrace.server.store;

import org.jspecify.annotations.Nullable;

/**
 * A task. Its place in a queue and its timer are columns of it, so they cannot disagree with it.
 *
 * @param ref its reference name, with the turns of its loops
 * @param base its reference name in the definition
 * @param type its type, as workers know it
 * @param status the name of its status
 * @param queue the queue it waits in: {@code type} or {@code domain:type}; null if it does not wait
 * @param priority the higher, the sooner
 * @param readyAt when it may be handed out; among equals, the earlier, the sooner
 * @param delayed whether {@code readyAt} was in the future when this was written: it is not handed
 *     out before {@link WriteTransaction#promote} changed that
 * @param timerAt when its timer rings; {@link Store#NEVER} if it has none
 * @param slot the limit that it counts in while it is in a worker's hands, or null
 * @param definition the number of its workflow's definition
 * @param chained what its last update was answered with, for a repeat; null if nothing
 * @param body all the rest
 * @param input JSON; null when a row is saved whose input is as it was
 * @param output JSON; null when a row is saved whose output is as it was
 */
// Rows are carried, never compared.
@SuppressWarnings("ArrayRecordComponent")
public record TaskRow(
    TaskId id,
    String ref,
    String base,
    String type,
    String status,
    @Nullable String queue,
    int priority,
    long readyAt,
    boolean delayed,
    long timerAt,
    @Nullable String slot,
    long definition,
    @Nullable String chained,
    byte[] body,
    byte @Nullable [] input,
    byte @Nullable [] output) {}
