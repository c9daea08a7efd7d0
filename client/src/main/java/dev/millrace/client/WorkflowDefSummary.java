package dev.millrace.client;

/** A definition in a list. */
public record WorkflowDefSummary(String name, int version, long createTime, long updateTime) {}
