package org.polyphony.input;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder of the project, in which bundled files lie: the system property {@code polyphony.home}
 * (the launcher sets it), else the nearest folder above the working folder or above the program
 * itself that holds {@code configs/gpus}.
 */
public final class Home {
  private static final String MARK = "configs/gpus";

  private Home() {}

  /**
   * Finds the folder.
   *
   * @throws InvalidInputException when no folder holds {@code configs/gpus}
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
        "polyphony.home: found no folder at or above "
            + start
            + " that holds "
            + MARK
            + ", allowed: -Dpolyphony.home=FOLDER with the bundled configs");
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
