package dev.millrace.bench.executor;

/** How many times as long as ours the best rival of each side should take, at least. */
record Goal(double general, double pinned) {}
