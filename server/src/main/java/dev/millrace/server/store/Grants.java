package dev.millrace.server.store;

/**
 * How often tasks of a limited rate were handed out lately.
 *
 * @param oldest when the oldest of them was; 0 if there is none
 */
public record Grants(int count, long oldest) {}
