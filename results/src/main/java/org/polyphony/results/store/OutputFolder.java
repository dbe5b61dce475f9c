package org.polyphony.results.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Key;
import org.polyphony.input.Violation;

/**
 * The folder for a command's results, checked to be writable before the command starts. A manifest
 * in it lists the files that commands have written there, so that new results replace those and
 * nothing else. A folder may come from somebody else: nothing in it, neither a line of the manifest
 * nor a link, leads a command out of it.
 */
public final class OutputFolder {
  private static final String MANIFEST = ".polyphony";
  private static final String LOCK = ".polyphony.lock";

  private final Path path;
  private final Set<String> own; // names in the manifest

  private OutputFolder(Path path, Set<String> own) {
    this.path = path;
    this.own = own;
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
      return new OutputFolder(path, manifest(path));
    } catch (IOException e) {
      throw new InvalidInputException(
          path + ": cannot write results here (" + reason(e) + "); choose a folder with --out", e);
    }
  }

  private static Set<String> manifest(Path folder) {
    Path manifest = inside(folder, MANIFEST);
    List<String> names = List.of();
    try {
      names = Files.exists(manifest) ? InputFile.text(manifest).lines().toList() : names;
    } catch (IOException e) {
      throw new InvalidInputException(manifest + ": " + e.getMessage(), e);
    }
    for (int line = 1; line <= names.size(); line++) {
      if (!names.get(line - 1).matches(Key.FOLDER_NAME)) {
        throw unknown(manifest + ":" + line, names.get(line - 1));
      }
    }
    return new LinkedHashSet<>(names);
  }

  /**
   * Returns the place of a file or folder in a results folder.
   *
   * @throws InvalidInputException if the name contains folders, or is that of a link: both may lead
   *     out of the results folder
   */
  public static Path inside(Path folder, String name) {
    if (!name.matches(Key.FOLDER_NAME)) {
      throw new Violation("", "the file name '" + name + "'", "one without / and \\")
          .errorAt(folder.toString());
    }
    Path place = folder.resolve(name);
    if (Files.isSymbolicLink(place)) {
      throw new InvalidInputException(
          place + ": a link, and results are not written through links; remove it");
    }
    return place;
  }

  /**
   * Requires that no file which a command is about to write is there already, unless a command has
   * written it.
   *
   * @throws InvalidInputException if one is
   */
  public void requireOwn(Collection<String> names) {
    for (String name : names) {
      Path file = inside(path, name);
      if (Files.exists(file) && (Files.isDirectory(file) || !isOwn(name))) {
        throw new InvalidInputException(
            file
                + ": not written by this program, so it is not replaced; choose another"
                + " folder (--out)");
      }
    }
  }

  private boolean isOwn(String name) {
    if (!own.contains(name)) {
      own.addAll(manifest(path)); // another process may have begun to write here meanwhile
    }
    return own.contains(name);
  }

  private static InvalidInputException unknown(String place, String name) {
    return new InvalidInputException(
        place
            + ": lists '"
            + name
            + "', which no command writes here; remove the line, or choose another folder (--out)");
  }

  /** Returns whether a command has written one of some files. */
  public boolean hasOwn(Collection<String> names) {
    return !Collections.disjoint(own, names);
  }

  /**
   * Keeps other commands from writing results here until it is closed.
   *
   * @throws InvalidInputException if another one does
   */
  public FolderLock hold() {
    return FolderLock.ofWhole(inside(path, LOCK))
        .orElseThrow(
            () ->
                new InvalidInputException(
                    path
                        + ": another command writes its results here; wait until it ends, or choose"
                        + " another folder (--out)"));
  }

  /**
   * Deletes all that commands have written here.
   *
   * @param first the files that vouch for the others, in the order in which they are deleted
   * @throws UncheckedIOException if one cannot be deleted
   */
  public synchronized void clear(List<String> first) {
    List<String> names = new ArrayList<>(first);
    names.retainAll(own);
    names.addAll(own);
    try {
      for (String name : names) {
        if (Files.exists(path.resolve(name))) { // a name may be longer than names of files can be
          Files.delete(path.resolve(name));
        }
      }
      Files.deleteIfExists(path.resolve(MANIFEST));
      own.clear();
    } catch (IOException e) {
      throw new UncheckedIOException(path + ": cannot be replaced: " + e.getMessage(), e);
    }
  }

  /** Deletes the folder if nothing is in it. */
  public void removeIfEmpty() {
    try (Stream<Path> left = Files.list(path)) {
      if (left.findAny().isEmpty()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(path + ": cannot be replaced: " + e.getMessage(), e);
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

  /**
   * Returns where to write a file, which from now on is known as one of the results.
   *
   * @throws InvalidInputException if it is not {@link #inside} the folder
   * @throws UncheckedIOException if the manifest cannot be written
   */
  public synchronized Path file(String name) {
    Path file = inside(path, name);
    if (own.add(name)) {
      try {
        Files.writeString(
            path.resolve(MANIFEST),
            name + "\n",
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(path + ": cannot be written: " + e.getMessage(), e);
      }
    }
    return file;
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
