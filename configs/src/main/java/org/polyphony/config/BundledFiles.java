package org.polyphony.config;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.polyphony.input.Home;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.NearestName;

/** Files of the project that a command takes by their names, without folder and ending. */
public enum BundledFiles {
  /** Of {@code run}. */
  EXPERIMENTS(FileKind.EXPERIMENT, "configs/experiments"),
  /** Of {@code sweep}. */
  SWEEPS(FileKind.SWEEP, "configs/sweeps"),
  /** Of {@code host}. */
  HOSTS(FileKind.HOST, "configs/host"),
  /** That host experiments name. */
  MACHINES(FileKind.MACHINE, "configs/host/machines"),
  /** That jobs of host experiments name. */
  APPLICATIONS(FileKind.APPLICATION, "configs/host/applications"),
  /** That experiments name. */
  GPUS(FileKind.GPU, "configs/gpus");

  private static final String COMMENT = "//";
  private static final String SUFFIX = ".json";

  private final FileKind kind;
  private final String folder;

  BundledFiles(FileKind kind, String folder) {
    this.kind = kind;
    this.folder = folder;
  }

  public FileKind kind() {
    return kind;
  }

  public List<String> names() {
    Path files = Home.find().resolve(folder);
    if (!Files.isDirectory(files)) {
      throw new InvalidInputException(
          files + ": no such folder; the bundled files are missing from this installation");
    }
    return namesIn(files);
  }

  /**
   * Returns the names of the JSON files of any folder, without their ending.
   *
   * @throws InvalidInputException if it cannot be read
   */
  public static List<String> namesIn(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.endsWith(SUFFIX))
          .map(name -> name.substring(0, name.length() - SUFFIX.length()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new InvalidInputException(folder + ": cannot be read; give a folder of JSON files", e);
    }
  }

  /**
   * Replaces the machine of a host experiment, a name or a path, by the machine itself; leaves one
   * alone that is there already.
   *
   * @param base where a relative path starts
   * @throws InvalidInputException when there is no such machine
   */
  static void expandMachine(ConfigTree experiment, Path base) {
    if (experiment.at("machine").isTextual()) {
      Path file = MACHINES.file(experiment, "machine", base);
      experiment.graft("machine", JsonFile.read(file));
    }
  }

  /**
   * Returns the file of a part of an experiment.
   *
   * @param tree what names the part
   * @param path where in it: a bundled name, or a path that ends in .json
   * @param base where a relative path starts
   * @throws InvalidInputException when there is no part of that name
   */
  Path file(ConfigTree tree, String path, Path base) {
    String name = tree.at(path).asText();
    if (name.endsWith(SUFFIX)) {
      return base.resolve(name);
    }
    if (!names().contains(name)) {
      String allowed = NearestName.oneOf(name, names()) + ", or the path of a .json file";
      throw tree.invalid(path, '"' + name + '"', allowed);
    }
    return file(name);
  }

  /**
   * Returns where one of them lies, from the folder of the project.
   *
   * @param name one of {@link #names}
   */
  public String place(String name) {
    return folder + "/" + name + SUFFIX;
  }

  /**
   * Returns the file of a name.
   *
   * @param name one of {@link #names}
   */
  public Path file(String name) {
    return Home.find().resolve(place(name));
  }

  /** Returns a bundled file as users write it, from the folder of the project. */
  public static String shown(Path file) {
    return Home.find().relativize(file).toString();
  }

  public static List<Path> named(String name) {
    return Arrays.stream(values())
        .filter(files -> files.names().contains(name))
        .map(files -> files.file(name))
        .toList();
  }

  /**
   * Returns what a JSON file says of itself: its key {@code about}, else the comment that it begins
   * with, up to how it is run; empty when it has neither.
   *
   * @param file that can be read
   */
  public static String about(Path file) {
    String about = JsonFile.read(file).at("about").asText("");
    return about.isEmpty() ? comment(file) : about;
  }

  private static String comment(Path file) {
    List<String> words = new ArrayList<>();
    try (BufferedReader reader = InputFile.reader(file)) {
      reader
          .lines()
          .map(String::strip)
          .dropWhile(line -> line.isEmpty() || line.equals("{"))
          .takeWhile(line -> line.startsWith(COMMENT) && !line.matches("// (Run|Change) .*"))
          .forEach(line -> words.add(line.substring(COMMENT.length()).strip()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return String.join(" ", words);
  }
}
