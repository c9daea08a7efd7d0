package dev.millrace.server.conformance;

/** Something that clients and workers do with a server, and what they see of it. */
@FunctionalInterface
interface Scenario {

  Object play(Conversation talk);
}
