package dev.millrace.server.http;

/** What a request asks of the server; decides whether it may be refused when there is too much. */
enum Load {
  /** Results of work that is done: never refused, it would be lost. */
  UPDATE,
  /** Starts, reads, commands. */
  WORK,
  /** May wait long; costs little while it does. */
  WAIT,
  /** For those who look after the server: never refused. */
  WATCH
}
