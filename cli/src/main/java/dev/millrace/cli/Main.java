package dev.millrace.cli;

/** Where the {@code millrace} command starts. */
public final class Main {
  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.out.println("millrace");
  }
}
