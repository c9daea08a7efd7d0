package dev.millrace.plan.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpCatalogTest {
  private static Op op(OpSpec spec) {
    return new Op() {
      @Override
      public OpSpec spec() {
        return spec;
      }

      @Override
      public NodeCode prepare(NodeSetup setup) {
        return (NodeCode.Sync) NodeInput::rows;
      }
    };
  }

  @Test
  void findsOpsByName() {
    Op boost = op(OpSpec.of("acme::boost", 1));
    OpCatalog catalog = OpCatalog.of(boost).with(op(OpSpec.of("acme::a", 0)));
    assertThat(catalog.find("acme::boost")).contains(boost);
    assertThat(catalog.find("boost")).isEmpty();
    assertThat(catalog.names()).containsExactly("acme::a", "acme::boost");
  }

  @Test
  void refusesTwoOpsOfOneName() {
    Op boost = op(OpSpec.of("acme::boost", 1));
    assertThatThrownBy(() -> OpCatalog.of(boost).with(boost))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("op 'acme::boost' is there twice");
  }

  @Test
  void refusesSpecsThatPromiseWhatTheyCannotKeep() {
    assertThatThrownBy(() ->
            OpCatalog.of(
                op(
                    OpSpec.of("acme::x", 1)
                        .withParam(OpParam.integer("n"))
                        .withParam(OpParam.string("n")))))
        .hasMessageContaining("param 'n' is there twice");
    assertThatThrownBy(
            () -> OpCatalog.of(op(OpSpec.of("acme::x", 1).withWrites(new Writes.FromParam("out")))))
        .hasMessageContaining("'out', which is no key param");
    assertThatThrownBy(() ->
            OpCatalog.of(op(OpSpec.of("acme::x", 1).withContract(OutputContract.PREFIX_OF_INPUT))))
        .hasMessageContaining("needs an int param 'count'");
    assertThatThrownBy(() ->
            OpCatalog.of(op(OpSpec.of("acme::x", 0).withContract(OutputContract.STABLE_FILTER))))
        .hasMessageContaining("needs 1 input");
  }

  @Test
  void aJarWhoseOpIsMissingIsRefusedByName(@TempDir Path folder) throws IOException {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(services.resolve(Op.class.getName()), "acme.NoSuchOp\n");

    try (URLClassLoader jar =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, Op.class.getClassLoader())) {
      assertThatThrownBy(() -> OpCatalog.installed(jar))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("an installed op cannot be used")
          .hasMessageContaining("acme.NoSuchOp");
    }
  }

  @Test
  void opsOfAFolderComeOnTopOfTheInstalledOnes(@TempDir Path folder) throws IOException {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Path names = services.resolve(Op.class.getName());
    // The first is installed already, which is no reason to refuse it.
    Files.writeString(names, TakeOp.class.getName() + "\n" + ExtraOp.class.getName());

    OpCatalog installed = OpCatalog.installed();
    OpCatalog more = installed.withJar(folder);

    assertThat(more.find("acme::extra")).containsInstanceOf(ExtraOp.class);
    assertThat(more.names()).containsAll(installed.names()).hasSize(installed.names().size() + 1);
    assertThatThrownBy(() -> more.withJar(folder))
        .hasMessageContaining("'acme::extra' is there twice");
    Files.writeString(names, TakeOp.class.getName());
    assertThatThrownBy(() -> installed.withJar(folder)).hasMessageContaining("has no op");
  }

  /** Not installed: it is only named in a folder. */
  public static final class ExtraOp implements Op {
    private static final OpSpec SPEC = OpSpec.of("acme::extra", 1);

    @Override
    public OpSpec spec() {
      return SPEC;
    }

    @Override
    public NodeCode prepare(NodeSetup setup) {
      return (NodeCode.Sync) NodeInput::rows;
    }
  }
}
