package org.polyphony.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.polyphony.config.FileKind;
import org.polyphony.input.BriefText;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.NearestName;
import org.polyphony.input.Violation;
import org.polyphony.results.ResultFile;
import org.polyphony.run.WorkloadLibrary;
import picocli.CommandLine.Model.CommandSpec;

/** A file that a command is given, by its path or by the name of a bundled one. */
final class GivenFile {
  private static final String NAME = "[\\w-]+";

  private GivenFile() {}

  /**
   * Returns the file of a kind that is bundled under a name, or the file at a path.
   *
   * @param bundled where names are looked up
   * @param given a name, or a path
   * @param kinds that the command takes
   * @throws InvalidInputException for a name that neither is bundled nor a file, and for a file of
   *     another kind
   */
  static Path of(FileKind bundled, String given, FileKind... kinds) {
    if (given.matches(NAME) && bundled.names().contains(given)) {
      return bundled.file(given);
    }
    Path path = Path.of(given);
    if (given.matches(NAME) && Files.notExists(path)) {
      List<Path> others = FileKind.named(given);
      if (!others.isEmpty()) {
        FileKind other = FileKind.of(others.get(0)).orElse(kinds[0]);
        String found = "'" + given + "', " + other.words() + hint(other.command(), path);
        throw Arguments.wrong("CONFIG", found, "the name or path of " + or(kinds));
      }
      List<String> names = new ArrayList<>(bundled.names());
      if (List.of(kinds).contains(FileKind.MODEL)) {
        names.addAll(WorkloadLibrary.names());
      }
      String allowed = NearestName.oneOf(given, names) + ", or the path of " + or(kinds);
      throw Arguments.wrong("CONFIG", "'" + given + "'", allowed);
    }
    return require(path, kinds);
  }

  /** Warns that a name means the bundled entry although a file or folder has the same name. */
  static void sayWhichOfTwo(CommandSpec spec, String given, List<String> bundled) {
    if (given.matches(NAME) && bundled.contains(given) && Files.exists(Path.of(given))) {
      spec.commandLine()
          .getErr()
          .printf("using the bundled '%s'; for the one in this folder, give ./%s%n", given, given);
    }
  }

  /**
   * Requires that a file is of a kind that the command takes, as far as can be told.
   *
   * @param path a file, or a folder of results, which stands for what they were made from
   * @return the file
   * @throws InvalidInputException for one of another kind, and for a folder of results
   */
  static Path require(Path path, FileKind... kinds) {
    Path config = path.resolve(ResultFile.CONFIG.file());
    boolean isMadeFrom = FolderKind.of(path).isPresent() && isOneOf(FileKind.of(config), kinds);
    if (isMadeFrom) {
      return config;
    }
    Optional<FileKind> found = FileKind.of(path);
    boolean isOther = found.isPresent() ? !isOneOf(found, kinds) : FolderKind.of(path).isPresent();
    if (isOther) {
      throw other(path, or(kinds));
    }
    return path;
  }

  private static boolean isOneOf(Optional<FileKind> kind, FileKind... kinds) {
    return kind.isPresent() && List.of(kinds).contains(kind.get());
  }

  /**
   * Requires that a path is no file of ours, where a command takes others.
   *
   * @param allowed what it takes, in words
   */
  static void refuseOurs(Path path, String allowed) {
    if (FileKind.of(path).isPresent() || FolderKind.of(path).isPresent()) {
      throw other(path, allowed);
    }
  }

  /** Requires that a path is no file, where a command takes a folder of results. */
  static Path results(Path path) {
    if (Files.isRegularFile(path)
        || (FileKind.of(path).isPresent() && FolderKind.of(path).isEmpty())) {
      throw other(path, "a results folder");
    }
    return path;
  }

  private static InvalidInputException other(Path path, String allowed) {
    return new Violation("", found(path), allowed).errorAt(path.toString());
  }

  private static String found(Path path) {
    Optional<FileKind> kind = FileKind.of(path);
    if (kind.isPresent()) {
      return kind.get().words() + hint(kind.get().command(), path);
    }
    return FolderKind.of(path)
        .map(results -> "the results of " + results.words() + hint("report", path))
        .orElse("a file");
  }

  private static String hint(String command, Path path) {
    return " (use: polyphony " + command + " " + BriefText.of(path.toString()) + ")";
  }

  private static String or(FileKind... kinds) {
    return Arrays.stream(kinds).map(FileKind::words).collect(Collectors.joining(" or "));
  }
}
