package org.polyphony.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Where experiments, the results of both builds and their caches lie. */
public final class CompareFolder {
  private static final String EXPERIMENTS = "experiments";
  private final Path path;

  private CompareFolder(Path path) {
    this.path = path;
  }

  /** Makes the folder and removes from it what an earlier comparison left. */
  static CompareFolder empty(Path path) {
    CompareFolder folder = new CompareFolder(path);
    for (String name : List.of(EXPERIMENTS, "base", "new", "base-cache", "new-cache")) {
      delete(path.resolve(name));
    }
    try {
      Files.createDirectories(folder.experiments());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return folder;
  }

  Path experiments() {
    return path.resolve(EXPERIMENTS);
  }

  /** Returns where a build keeps alone runs and packed traces; empty at first. */
  Path cache(String build) {
    return path.resolve(build + "-cache");
  }

  /** Returns where a build writes the results of a trial. */
  Path results(String build, Trial trial) {
    return path.resolve(build).resolve(trial.id());
  }

  /** Removes a folder and all in it, if it is there. */
  public static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
