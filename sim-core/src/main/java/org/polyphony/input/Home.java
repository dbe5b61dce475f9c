package org.polyphony.input;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The project folder with the bundled files: the system property {@code polyphony.home} (set by the
 * launcher), or else the nearest folder that contains {@code configs/gpus}, searched upwards from
 * the working directory and from the program itself.
 */
public final class Home {
  private static final String MARK = "configs/gpus";

  private Home() {}

  /**
   * Finds the project folder.
   *
   * @throws InvalidInputException if no folder contains {@code configs/gpus}
   */
  public static Path find() {
    String property = System.getProperty("polyphony.home");
    if (property != null) {
      return above(Path.of(property).toAbsolutePath()).orElseThrow(() -> missing(property));
    }
    return Stream.of(Path.of("").toAbsolutePath(), program())
        .flatMap(start -> above(start).stream())
        .findFirst()
        .orElseThrow(() -> missing("the working folder"));
  }

  private static InvalidInputException missing(String start) {
    return new InvalidInputException(
        "polyphony.home: no folder at or above "
            + start
            + " holds "
            + MARK
            + "; give the folder of the bundled configs as -Dpolyphony.home=FOLDER");
  }

  private static Optional<Path> above(Path start) {
    return Stream.iterate(start, folder -> folder != null, Path::getParent)
        .filter(folder -> Files.isDirectory(folder.resolve(MARK)))
        .findFirst();
  }

  private static Path program() {
    try {
      return Path.of(Home.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
