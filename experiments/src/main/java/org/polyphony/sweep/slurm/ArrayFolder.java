package org.polyphony.sweep.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.polyphony.input.InvalidInputException;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.Json;
import org.polyphony.store.OutputFolder;

/**
 * All that a submitted sweep leaves on disk: how its work is divided, the jobs, the script and the
 * program, and for each task its status and its log. A sweep that is submitted anew gets a new one.
 */
public final class ArrayFolder {
  private static final String DIVISION = "division.json";

  private final Path path;

  private ArrayFolder(Path path) {
    this.path = path;
  }

  /**
   * Opens one for a task.
   *
   * @param path the folder
   * @throws InvalidInputException when it holds no division of a sweep
   */
  public static ArrayFolder existing(Path path) {
    ArrayFolder folder = new ArrayFolder(path.toAbsolutePath().normalize());
    folder.division();
    return folder;
  }

  /** Returns the last one below a folder, if one was submitted. */
  static Optional<ArrayFolder> latest(Path parent) {
    int last = lastNumber(parent);
    ArrayFolder folder = new ArrayFolder(parent.resolve(Integer.toString(last)));
    return folder.jobs(TaskKind.RUNS).isEmpty() ? Optional.empty() : Optional.of(folder);
  }

  /** Makes the next one below a folder. */
  static ArrayFolder next(Path parent, Division division) {
    Path path = parent.resolve(Integer.toString(lastNumber(parent) + 1)).toAbsolutePath();
    OutputFolder.open(path);
    AtomicFile.write(path.resolve(DIVISION), Json.text(division.toJson()));
    return new ArrayFolder(path.normalize());
  }

  private static int lastNumber(Path parent) {
    try (Stream<Path> folders = Files.list(parent)) {
      return folders
          .map(folder -> folder.getFileName().toString())
          .filter(name -> name.matches("[1-9]\\d{0,8}"))
          .mapToInt(Integer::parseInt)
          .max()
          .orElse(0);
    } catch (IOException e) {
      return 0; // there is none yet
    }
  }

  /**
   * Returns how the work is divided.
   *
   * @throws InvalidInputException when the file cannot be read
   */
  public Division division() {
    try {
      JsonNode json = new JsonMapper().readTree(Files.readString(path.resolve(DIVISION)));
      return Division.of(json);
    } catch (IOException e) {
      throw new InvalidInputException(
          path + ": found no " + DIVISION + ", allowed: the folder of a submitted sweep", e);
    }
  }

  /** Returns the ids of all jobs that do some of its work, in the order of their submission. */
  List<String> jobs(TaskKind kind) {
    try {
      return Files.readAllLines(jobsFile(kind), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Notes one more job. */
  void add(TaskKind kind, String job) {
    StringBuilder lines = new StringBuilder();
    jobs(kind).forEach(old -> lines.append(old).append('\n'));
    AtomicFile.write(jobsFile(kind), lines.append(job).append('\n').toString());
  }

  private Path jobsFile(TaskKind kind) {
    return path.resolve(kind.word() + "-jobs.txt");
  }

  public Path sweep() {
    return path.getParent().getParent();
  }

  Path path() {
    return path;
  }

  Path script() {
    return path.resolve("task.sh");
  }

  Path program() {
    return path.resolve("program");
  }

  Path log(TaskKind kind, String task) {
    return path.resolve(kind.word() + "-" + task + ".log");
  }

  TaskStatus status(int task) {
    return TaskStatus.read(statusFile(task));
  }

  Path statusFile(int task) {
    return path.resolve(TaskKind.RUNS.word() + "-" + task + ".json");
  }

  /** Removes the program, which no task needs any more. */
  void removeProgram() {
    remove(program());
  }

  /** Removes all of it, and the folder above when nothing else is there. */
  void remove() {
    remove(path);
    if (lastNumber(path.getParent()) == 0) {
      remove(path.getParent());
    }
  }

  private static void remove(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      folder.toFile().deleteOnExit(); // what is left does no harm
    }
  }
}
