package dev.millrace.task;

/** An exported package must have a class; goes when the first real one is here. */
interface Placeholder {}
