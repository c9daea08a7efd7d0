package dev.millrace.server.engine;

import dev.millrace.server.flow.FlowDef;

/**
 * A definition in the form in which workflows run with it, whatever is registered later.
 *
 * @param digest the same for the same definition
 * @param body JSON
 */
// Carried, never compared.
@SuppressWarnings("ArrayRecordComponent")
record Frozen(FlowDef flow, String digest, byte[] body) {}
