package dev.millrace.worker;

import java.io.Serial;

/** A task's input does not fit its worker's parameters: another attempt would not help. */
final class UnusableInputException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  UnusableInputException(String message) {
    super(message);
  }
}
