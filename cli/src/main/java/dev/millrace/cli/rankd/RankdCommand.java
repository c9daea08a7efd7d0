package dev.millrace.cli.rankd;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * {@code millrace rankd} among the other commands: hands all flags on to {@link RankdCli}, which
 * knows them.
 */
@Command(
    name = "rankd",
    description = "Runs a plan for one request: JSON in, JSON out. See rankd --help.")
public final class RankdCommand implements Callable<Integer> {

  @Unmatched private List<String> args = new ArrayList<>();

  @Override
  public Integer call() {
    return RankdCli.run(Streams.ofProcess(), args.toArray(String[]::new));
  }
}
