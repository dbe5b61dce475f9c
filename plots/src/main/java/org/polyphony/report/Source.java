package org.polyphony.report;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.plot.Results;
import org.polyphony.plot.RunRecord;

/**
 * What a page is made from.
 *
 * @param results the folder
 * @param links from the page into the folder
 */
record Source(Results results, Links links) {
  /**
   * A run and the file that has all of it.
   *
   * @param name id in a sweep; else the name of its folder
   * @param file relative to the folder of results
   * @param record the run
   */
  record Run(String name, String file, RunRecord record) {}

  boolean isSingle() {
    return !results.isSweep() && results.has("summary.json");
  }

  /** Returns the runs of the folder, or of its subfolders when it has none of its own. */
  List<Run> runs() {
    List<Run> runs = new ArrayList<>();
    for (RunRecord run : results.runs()) {
      String file = results.isSweep() ? "runs/" + run.id() + ".json" : "summary.json";
      runs.add(new Run(results.isSweep() ? run.id() : run.experiment(), file, run));
    }
    if (!results.isSweep() && runs.isEmpty()) {
      for (Results single : results.singleRuns()) {
        String name = single.folder().getFileName().toString();
        single.runs().forEach(run -> runs.add(new Run(name, name + "/summary.json", run)));
      }
    }
    return runs;
  }

  /** Returns the shared runs but those that sweep fixed parts. */
  List<RunRecord> comparedRuns() {
    return runs().stream().map(Run::record).filter(RunRecord::isCompared).toList();
  }
}
