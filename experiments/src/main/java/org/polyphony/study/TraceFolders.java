package org.polyphony.study;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.polyphony.input.InvalidInputException;
import org.polyphony.workload.trace.BundledTraces;

/** Finds the applications in a folder of traces. */
public final class TraceFolders {
  private static final String LIST = "kernelslist.g";
  private static final int DEPTH = 3;

  private TraceFolders() {}

  /**
   * Returns the subfolders that contain a {@code kernelslist.g}, by folder name, prefixed with
   * {@code sample_} if the parent folder is {@code samples}.
   */
  public static Map<String, Path> below(Path folder) {
    Map<String, Path> applications = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder, DEPTH, FileVisitOption.FOLLOW_LINKS)) {
      files
          .filter(file -> file.endsWith(LIST))
          .map(file -> file.toAbsolutePath().normalize().getParent())
          .forEach(application -> applications.put(nameOf(application), application));
    } catch (IOException e) {
      throw new InvalidInputException(folder + ": no readable folder; give one with traces", e);
    }
    if (applications.isEmpty()) {
      throw new InvalidInputException(
          folder + ": no " + LIST + " in or below it; give a folder with traces");
    }
    return applications;
  }

  private static String nameOf(Path application) {
    boolean isSample = application.getParent().endsWith("samples");
    return (isSample ? "sample_" : "") + application.getFileName();
  }

  public static Map<String, Path> bundled() {
    Map<String, Path> applications = new TreeMap<>();
    for (String name : BundledTraces.names()) {
      applications.put(name.replace('-', '_'), BundledTraces.path(name).getParent());
    }
    return applications;
  }
}
