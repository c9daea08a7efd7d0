package dev.millrace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every operator that was opened is closed, whatever the others throw. */
class CloseTest {
  private final List<String> closed = new ArrayList<>();

  @Test
  void anErrorInOneCloseDoesNotKeepTheOthersOpen() {
    var ofSink = new AssertionError("sink");
    var ofPipe = new Exception("pipe");
    var task = open(null, ofPipe, SinkOp.of("K", new Closing("K", ofSink)));
    assertThat(catchThrowable(task::close)).isSameAs(ofSink).hasSuppressedException(ofPipe);
    assertThat(closed).containsExactly("K", "P", "S");
  }

  @Test
  void theSameErrorTwiceDoesNotKeepTheOthersOpen() {
    var same = new IllegalStateException("same");
    var task = open(null, same, SinkOp.of("K", new Closing("K", same)));
    assertThat(catchThrowable(task::close)).isSameAs(same).hasNoSuppressedExceptions();
    assertThat(closed).containsExactly("K", "P", "S");
  }

  @Test
  void whatCannotBeOpenedIsReportedAlsoIfAnErrorFollows() {
    var ofPipe = new AssertionError("pipe");
    var refused = new IllegalStateException("cannot open");
    SinkOp<String> broken =
        new SinkOp<>() {
          @Override
          public String name() {
            return "K";
          }

          @Override
          public Sink<String> open(int dop) {
            throw refused;
          }
        };
    assertThat(catchThrowable(() -> open(refused, ofPipe, broken)))
        .isSameAs(refused)
        .hasSuppressedException(ofPipe);
    assertThat(closed).containsExactly("P", "S");
  }

  private PipelineTask<String> open(Throwable ofSource, Throwable ofPipe, SinkOp<String> sink) {
    var pipeline =
        LogicalPipeline.of(
            "closing",
            SourceOp.of("S", new Closing("S", ofSource)),
            List.of(PipeOp.of("P", new Closing("P", ofPipe))),
            sink);
    return PipelineTask.open(pipeline.compile().getFirst(), PipelineOptions.ofDop(1));
  }

  /** Any operator. Notes its close, and throws {@code error} from it if there is one. */
  private final class Closing implements Source<String>, Pipe<String>, Sink<String> {
    private final String name;
    private final Throwable error;

    Closing(String name, Throwable error) {
      this.name = name;
      this.error = error;
    }

    @Override
    public OpOutput<String> next(OpContext context) {
      return OpOutput.finished();
    }

    @Override
    public OpOutput<String> pipe(OpContext context, String input) {
      return OpOutput.even(input);
    }

    @Override
    public OpOutput<String> sink(OpContext context, String input) {
      return OpOutput.needsMore();
    }

    @Override
    public void close() throws Exception {
      closed.add(name);
      switch (error) {
        case Exception exception -> throw exception;
        case Error fatal -> throw fatal;
        case null, default -> {}
      }
    }
  }
}
