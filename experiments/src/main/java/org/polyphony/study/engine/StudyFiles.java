package org.polyphony.study.engine;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.polyphony.config.StudyConfig;
import org.polyphony.config.StudyFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Violation;
import org.polyphony.plot.PictureFormat;
import org.polyphony.results.ResultFile;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.table.GroupMean;
import org.polyphony.results.table.Table;
import org.polyphony.run.host.HostResultFiles;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.host.Estimates;
import org.polyphony.study.host.HostFigure;
import org.polyphony.study.sample.PairRatios;
import org.polyphony.study.sample.PairStudy;
import org.polyphony.sweep.SweepFolder;

/** The files of a study's results: those of the engine, and the tables that the study names. */
public final class StudyFiles {
  /** Tables of the engine. */
  public static final List<Table<?>> TABLES =
      List.of(
          CheckedClaim.TABLE,
          Finding.TABLE,
          GroupMean.TABLE,
          StudyReport.Agreed.TABLE,
          PairStudy.TABLE,
          PairRatios.TABLE,
          HostFigure.TABLE,
          Estimates.TABLE);

  private static final List<String> OF_ENGINE =
      Stream.of(
              Stream.of(PairStudy.RUNS, FigureContext.MADE, ResultFile.HOST_SUMMARY.file()),
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

  /**
   * Opens the folder of a study's files.
   *
   * @throws InvalidInputException when it holds those of another study, or has a file of the user
   *     where the study would write
   */
  public static OutputFolder open(Figure study, Path folder) {
    String found = FigureContext.madeIn(folder);
    if (!found.isEmpty() && !found.equals(study.name())) {
      throw new Violation("", "the results of '" + found + "'", "a folder of its own (--out)")
          .errorAt(folder.toString());
    }
    OutputFolder opened = OutputFolder.open(folder);
    List<String> names = names(study);
    opened.names("").stream().filter(PictureFormat::isPicture).forEach(names::add);
    if (found.isEmpty() || opened.hasOwn(names)) { // else committed, without its manifest
      opened.requireOwn(names);
    }
    return opened;
  }

  /** Returns the names of all files that a study may write, without its charts. */
  private static List<String> names(Figure study) {
    List<String> names = new ArrayList<>(OF_ENGINE);
    names.add(study.textFile());
    for (JsonNode table : study.facts().path("tables")) {
      names.add(table.path("file").asText(study.textFile()));
    }
    return names;
  }
}
