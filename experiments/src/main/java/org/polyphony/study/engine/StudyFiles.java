package org.polyphony.study.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.polyphony.config.StudyConfig;
import org.polyphony.config.StudyFile;
import org.polyphony.input.InputFile;
import org.polyphony.input.Violation;
import org.polyphony.plot.PictureFormat;
import org.polyphony.results.ResultFile;
import org.polyphony.results.run.Provenance;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.store.Json;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.table.GroupMean;
import org.polyphony.results.table.Table;
import org.polyphony.run.host.HostResultFiles;
import org.polyphony.study.DocumentSection;
import org.polyphony.sweep.SweepFolder;

/** The files of a study's results: those of the engine, and the tables that the study names. */
public final class StudyFiles {
  /** Name of the file that says what made a folder. */
  public static final String MADE = "made.json";

  /** Name of a file of finished runs, in the folder of a study or of its results. */
  static final String RUNS = "runs.jsonl";

  private static final String NAME = "name";

  /** Tables of all studies, apart from those that they name themselves. */
  public static final List<Table<?>> TABLES =
      List.of(
          CheckedClaim.TABLE,
          GroupMean.TABLE,
          StudyReport.Agreed.TABLE,
          PairTables.PAIRS,
          PairTables.RATIOS);

  private static final List<String> OF_ENGINE =
      Stream.of(
              Stream.of(RUNS, MADE, ResultFile.HOST_SUMMARY.file()),
              SweepFolder.FILES.stream(),
              TABLES.stream().map(Table::file),
              HostResultFiles.TABLES.stream().map(Table::file))
          .flatMap(names -> names)
          .toList();

  private StudyFiles() {}

  /** Requires that no table of a study has the name of another file of its results. */
  static void requireDistinct(StudyFile file) {
    Set<String> taken = new HashSet<>(OF_ENGINE);
    List<StudyConfig.TableConfig> tables = file.config().tables();
    for (int i = 0; i < tables.size(); i++) {
      String name = tables.get(i).file();
      if (!name.isEmpty() && !taken.add(name)) {
        String allowed = "a name that no other file of the results has";
        throw file.wrong("tables[" + i + "].file", "'" + name + "'", allowed);
      }
    }
  }

  /** Requires a file in the folder of a study. */
  static void require(StudyFile file, String path, String name, String kind) {
    if (!Files.isRegularFile(file.folder().resolve(name))) {
      throw file.wrong(path, "'" + name + "'", "a " + kind + " in the folder of the study");
    }
  }

  /** Returns where the files of one of several studies go, or of one that shares a page. */
  public static Path below(Path root, StudyConfig study) {
    return root.resolve("studies").resolve(study.name()).resolve("results");
  }

  /** Returns the folder of the page that a study shares. */
  static Path pages(Path results) {
    return results.toAbsolutePath().getParent().getParent().getParent();
  }

  /** Returns the name of a study's own page. */
  static String page(StudyConfig study) {
    return study.name().toUpperCase(Locale.ROOT) + ".md";
  }

  /**
   * Opens the folder of a study's files.
   *
   * @param folder of the study alone, {@link #below} that of a page that it shares
   * @throws org.polyphony.input.InvalidInputException when it holds those of another study, or has
   *     a file of the user where the study would write
   */
  public static OutputFolder open(StudyConfig study, Path folder) {
    String found = madeIn(folder);
    if (!found.isEmpty() && !found.equals(study.name())) {
      throw new Violation("", "the results of '" + found + "'", "a folder of its own (--out)")
          .errorAt(folder.toString());
    }
    if (!study.page().isEmpty()) {
      requireShared(pages(folder), study.page());
    }
    OutputFolder opened = OutputFolder.open(folder);
    List<String> names = names(study);
    opened.names("").stream().filter(PictureFormat::isPicture).forEach(names::add);
    if (found.isEmpty() || opened.hasOwn(names)) { // else committed, without its manifest
      opened.requireOwn(names);
    }
    return opened;
  }

  /** Requires that a shared page, if it exists, has sections of studies. */
  private static void requireShared(Path pages, String page) {
    if (!DocumentSection.isShared(OutputFolder.inside(pages, page))) {
      OutputFolder.open(pages).requireOwn(List.of(page));
    }
  }

  /** Returns the names of all files that a study may write, without its charts. */
  private static List<String> names(StudyConfig study) {
    List<String> names = new ArrayList<>(OF_ENGINE);
    names.add(page(study));
    study.tables().stream()
        .map(StudyConfig.TableConfig::file)
        .filter(file -> !file.isEmpty())
        .forEach(names::add);
    return names;
  }

  /** Writes what makes a folder into it: the name of a study, the command, version and commit. */
  static void record(OutputFolder folder, StudyConfig study, String command) {
    Provenance provenance = Provenance.current();
    ObjectNode record =
        Json.object()
            .put(NAME, study.name())
            .put("command", command)
            .put("version", provenance.version())
            .put("gitCommit", provenance.gitCommit());
    AtomicFile.write(folder.file(MADE), Json.text(record));
  }

  /** Returns the name of the study that made a folder; empty if the folder does not say. */
  private static String madeIn(Path folder) {
    try {
      return Json.parse(InputFile.text(folder.resolve(MADE))).path(NAME).asText();
    } catch (IOException e) {
      return "";
    }
  }
}
