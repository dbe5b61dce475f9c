package org.polyphony.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Violation;
import org.polyphony.results.ResultFile;
import org.polyphony.results.run.OwnCode;
import org.polyphony.results.run.Repeats;
import org.polyphony.results.run.ResultFiles;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.run.host.HostResultFiles;
import org.polyphony.study.engine.StudyFiles;

/**
 * Whose results a folder holds, by a file that only these have. It belongs to one run, one host
 * experiment, one sweep or one study: results of the same kind give way to new ones as a whole,
 * those of another kind are refused. What no command of ours has written stays as it is.
 */
enum FolderKind {
  /** Of {@code study}. */
  STUDY("a study", StudyFiles.MADE),
  /** Of {@code sweep}, which resumes it. */
  SWEEP("a sweep", ResultFile.SWEEP.file()),
  /** Of {@code run}. */
  RUN("a run", ResultFile.SUMMARY.file()),
  /** Of {@code host}. */
  HOST("a host experiment", ResultFile.HOST_SUMMARY.file());

  /** The page of {@code report}. */
  static final String REPORT = "report.html";

  /** The folder in results with the charts that {@code plot} draws of them. */
  static final String CHARTS = "charts";

  private static final Pattern PARTS = Pattern.compile("seed-\\d+|" + CHARTS);

  private final String words;
  private final String marker; // a file, which vouches for the others

  FolderKind(String words, String marker) {
    this.words = words;
    this.marker = marker;
  }

  String words() {
    return words;
  }

  /** Returns the names of all files that {@code run} or {@code host} may write. */
  private List<String> names() {
    List<String> names = new ArrayList<>(List.of(marker, ResultFile.CONFIG.file(), OwnCode.FILE));
    if (this == RUN) {
      names.addAll(List.of(ResultFiles.FAILURE, ResultFile.RESOLVED.file(), Repeats.FILE));
    }
    (this == RUN ? ResultFiles.TABLES : HostResultFiles.TABLES)
        .forEach(table -> names.add(table.file()));
    return names;
  }

  /** Returns whose results a folder holds, which may be absent; empty for none. */
  static Optional<FolderKind> of(Path folder) {
    return Stream.of(values())
        .filter(kind -> Files.exists(folder.resolve(kind.marker)))
        .findFirst();
  }

  /**
   * Requires that a folder, which may be absent, holds results of this kind or none.
   *
   * @throws InvalidInputException when it holds others
   */
  void require(Path folder) {
    Optional<FolderKind> found = of(folder);
    if (found.isPresent() && found.get() != this) {
      throw new Violation("", "the results of " + found.get().words, "a folder of its own (--out)")
          .errorAt(folder.toString());
    }
  }

  /**
   * Requires that a folder holds results of this kind.
   *
   * @throws InvalidInputException when it holds none, or others
   */
  void requireOnly(Path folder) {
    Optional<FolderKind> found = of(folder);
    if (found.isEmpty() || found.get() != this) {
      String words = found.map(kind -> "the results of " + kind.words).orElse("");
      throw new Violation("", words, "the folder of " + this.words).errorAt(folder.toString());
    }
  }

  /**
   * Makes a folder for results of this kind, or opens one that holds such.
   *
   * @throws InvalidInputException when it holds others, has a file of the user where the command
   *     would write, or cannot be written to
   */
  OutputFolder open(Path folder) {
    require(folder);
    OutputFolder opened = OutputFolder.open(folder);
    if (this == RUN || this == HOST) {
      opened.requireOwn(names());
      parts(opened); // refuses manifests that lead out of their folder
    }
    return opened;
  }

  /**
   * Opens the file that a command makes of results, which may exist, but not as one of the results.
   *
   * @param usual the name that it has in a folder of results, or the ending when it has none
   * @throws InvalidInputException when it is a result itself, or cannot be written
   */
  static Path openFor(Path file, String usual) {
    Path whole = OutputFolder.openFor(file);
    if (of(whole.getParent()).isEmpty()) {
      return whole;
    }
    String name = whole.getFileName().toString();
    if (name.equals(usual)) {
      OutputFolder results = OutputFolder.open(whole.getParent());
      results.requireOwn(List.of(name));
      return results.file(name);
    }
    boolean isResult = ResultFile.meaning(name).isPresent() || name.equals(Repeats.FILE);
    String ending = usual.substring(usual.lastIndexOf('.'));
    if (Files.exists(whole) && (isResult || !name.endsWith(ending))) {
      throw new Violation("", "a results file", "another " + ending + " file")
          .errorAt(file.toString());
    }
    return whole;
  }

  /**
   * Deletes earlier results of this kind as a whole, with what {@code timeline}, {@code report} and
   * {@code plot} have made of them: all that the manifests list.
   */
  void clear(OutputFolder folder) {
    folder.clear(List.of(marker)); // it vouches for the others
    for (OutputFolder part : parts(folder)) {
      clear(part);
      part.removeIfEmpty();
    }
  }

  /** Returns the folders in a folder of results that commands write to, without links to others. */
  private static List<OutputFolder> parts(OutputFolder folder) {
    try (Stream<Path> children = Files.list(folder.path())) {
      return children
          .filter(child -> PARTS.matcher(child.getFileName().toString()).matches())
          .filter(child -> Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS))
          .map(OutputFolder::open)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
