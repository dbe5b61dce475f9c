package org.polyphony.results.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.polyphony.input.InvalidInputException;

/** The folder for a command's results, checked to be writable before the command starts. */
public final class OutputFolder {
  private final Path path;

  private OutputFolder(Path path) {
    this.path = path;
  }

  /**
   * Creates the folder and its parents, and tests that it is writable.
   *
   * @param path the folder; may exist
   * @return the folder
   * @throws InvalidInputException if it cannot be created or written to
   */
  public static OutputFolder open(Path path) {
    try {
      Files.createDirectories(path);
      Files.delete(Files.createTempFile(path, ".writable-", ".tmp"));
      return new OutputFolder(path);
    } catch (IOException e) {
      throw new InvalidInputException(
          path + ": cannot write results here (" + reason(e) + "); choose a folder with --out", e);
    }
  }

  /**
   * Creates the folder of an output file, and tests that it is writable.
   *
   * @param file may exist as a regular file
   * @return the absolute path of the file
   * @throws InvalidInputException if it cannot be written
   */
  public static Path openFor(Path file) {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      String found = Files.isDirectory(file) ? "a folder" : "a device or a pipe";
      throw new InvalidInputException(file + ": found " + found + ", allowed: a file to write");
    }
    Path whole = file.toAbsolutePath();
    open(whole.getParent());
    return whole;
  }

  /**
   * Deletes a folder and its contents.
   *
   * @param folder may be absent
   * @throws UncheckedIOException if it cannot be deleted
   */
  public static void remove(Path folder) {
    if (Files.notExists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(folder + ": cannot be replaced: " + e.getMessage(), e);
    }
  }

  private static String reason(IOException e) {
    String type = e.getClass().getSimpleName();
    return switch (type) {
      case "FileAlreadyExistsException" -> "a file with that name exists";
      case "AccessDeniedException" -> "permission denied";
      default -> e.getMessage();
    };
  }

  public Path path() {
    return path;
  }

  public Path file(String name) {
    return path.resolve(name);
  }

  public List<String> names(String ending) {
    try (Stream<Path> files = Files.list(path)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ending))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
