package dev.millrace.dsl;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** The files below a folder, and no others: links that lead out of it are not followed. */
final class FolderSources implements PlanSources {

  private static final int BYTES_PER_CHAR = 4;

  private final Path root;
  private final int mostChars;

  /**
   * @param root a real path
   */
  FolderSources(Path root, int mostChars) {
    this.root = root;
    this.mostChars = mostChars;
  }

  @Override
  public Lookup find(String name) {
    try {
      Path file = root.resolve(name).normalize();
      if (!file.startsWith(root)) {
        return new Lookup.Refused("it is outside of the folder");
      }
      if (!Files.isRegularFile(file)) {
        return new Lookup.Missing();
      }
      if (!file.toRealPath().startsWith(root)) {
        return new Lookup.Refused("it is a link that leads out of the folder");
      }
      if (Files.size(file) > (long) mostChars * BYTES_PER_CHAR) {
        return new Lookup.Refused("it has more than %d characters".formatted(mostChars));
      }
      return new Lookup.Found(decoded(Files.readAllBytes(file)));
    } catch (CharacterCodingException notText) {
      return new Lookup.Refused("it is not UTF-8");
    } catch (InvalidPathException | IOException failure) {
      return new Lookup.Refused(
          "it cannot be read (%s)".formatted(failure.getClass().getSimpleName()));
    }
  }

  private static String decoded(byte[] bytes) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }
}
