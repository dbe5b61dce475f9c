package org.polyphony.figure;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.polyphony.run.ExperimentRunner;
import org.polyphony.run.Progress;
import org.polyphony.run.StopFlag;
import org.polyphony.store.OutputFolder;

/**
 * What a figure works with.
 *
 * @param runner of experiments
 * @param packedTraces folder for the packed forms of traces
 * @param inputs what the user has named
 * @param folder for the files that it writes
 * @param command the command line, for the record
 * @param out for the short table
 * @param progress shows how far it is
 * @param stop ends it early
 */
public record FigureContext(
    ExperimentRunner runner,
    Path packedTraces,
    Inputs inputs,
    OutputFolder folder,
    String command,
    PrintWriter out,
    Progress progress,
    StopFlag stop) {

  /**
   * Files that a figure is made from, where the user has named them.
   *
   * @param traces folder whose subfolders hold a {@code kernelslist.g} each
   * @param reference cycles of a reference simulator
   * @param measured counters of hardware
   * @param gpu device to compare with the reference; empty for the figure's own choice
   */
  public record Inputs(
      Optional<Path> traces, Optional<Path> reference, Optional<Path> measured, String gpu) {}
}
