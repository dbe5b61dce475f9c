package org.polyphony.report;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;
import org.polyphony.results.RunRecord;

/**
 * What a page is made from.
 *
 * @param pageFolder where the page will be; its links are relative, so that both can be moved
 * @param runs those of the folder, or of its subfolders when it has none of its own
 */
record Source(Results results, Path pageFolder, List<Run> runs) {
  /**
   * A run and the file that has all of it.
   *
   * @param name id in a sweep; else the name of its folder
   * @param file relative to the folder of results
   */
  record Run(String name, String file, RunRecord record) {}

  Source(Results results, Path pageFolder) {
    this(results, pageFolder, runs(results));
  }

  private static List<Run> runs(Results results) {
    List<Run> runs = new ArrayList<>();
    for (RunRecord run : results.runs()) {
      String file = results.isSweep() ? "runs/" + run.id() + ".json" : ResultFile.SUMMARY.file();
      runs.add(new Run(results.isSweep() ? run.id() : run.experiment(), file, run));
    }
    if (!results.isSweep() && runs.isEmpty()) {
      for (Results single : results.singleRuns()) {
        String name = single.folder().getFileName().toString();
        single
            .runs()
            .forEach(run -> runs.add(new Run(name, name + "/" + ResultFile.SUMMARY.file(), run)));
      }
    }
    return runs;
  }

  boolean isSingle() {
    return !results.isSweep() && results.has(ResultFile.SUMMARY);
  }

  List<RunRecord> records() {
    return runs.stream().map(Run::record).toList();
  }

  /** Returns the address of a file of the results; empty when there is no such file. */
  String link(String file) {
    Path target = results.folder().toAbsolutePath().resolve(file).normalize();
    if (!Files.exists(target)) {
      return "";
    }
    StringJoiner address = new StringJoiner("/");
    for (Path step : pageFolder.toAbsolutePath().normalize().relativize(target)) {
      address.add(URLEncoder.encode(step.toString(), StandardCharsets.UTF_8).replace("+", "%20"));
    }
    return address.toString();
  }
}
