package dev.millrace.server.script;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import net.thisptr.jackson.jq.BuiltinFunctionLoader;
import net.thisptr.jackson.jq.Expression;
import net.thisptr.jackson.jq.Function;
import net.thisptr.jackson.jq.PathOutput;
import net.thisptr.jackson.jq.Scope;
import net.thisptr.jackson.jq.Version;
import net.thisptr.jackson.jq.Versions;
import net.thisptr.jackson.jq.exception.JsonQueryException;
import net.thisptr.jackson.jq.path.Path;

/** The functions of jq: the library's, each call and each value counted, and some of our own. */
final class JqFunctions {

  /** What shows or logs things of the host. */
  private static final List<String> ABSENT = List.of("env/0", "debug_scope/0", "input/0");

  private JqFunctions() {}

  /** A scope to make children of. It is never changed again. */
  static Scope scope() {
    var root = Scope.newEmptyScope();
    var all = BuiltinFunctionLoader.getInstance().listFunctions(Versions.JQ_1_6, root);
    all.forEach((name, function) -> root.addFunction(name, new Counted(function)));
    ABSENT.forEach(name -> root.addFunction(name, absent(name)));
    root.addFunction("_match_impl", 3, new Counted(new JqMatching.Match()));
    root.addFunction("_sub_impl", 3, new Counted(new JqMatching.Replace()));
    return root;
  }

  private static Function absent(String name) {
    return (_, _, _, _, _, _) -> {
      throw new JsonQueryException("Function " + name + " does not exist");
    };
  }

  private record Counted(Function function) implements Function {

    @Override
    public void apply(
        Scope scope,
        List<Expression> args,
        JsonNode in,
        Path path,
        PathOutput output,
        Version version)
        throws JsonQueryException {
      JqMeter meter = JqMeter.CURRENT.get();
      meter.step();
      function.apply(
          scope,
          args,
          in,
          path,
          (value, at) -> {
            meter.step();
            output.emit(value, at);
          },
          version);
    }
  }
}
