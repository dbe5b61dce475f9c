package org.polyphony.cli;

import java.nio.file.Path;
import org.polyphony.results.run.Outcome;
import org.polyphony.results.run.OwnCode;
import org.polyphony.results.run.PartialOutcome;
import org.polyphony.results.run.Provenance;
import org.polyphony.results.run.ResultFiles;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.SimulationFailure;

/** The folder of one run: its results, or what a failure leaves of them. */
record RunFolder(OutputFolder folder) {
  /**
   * Makes the folder, or opens that of an earlier run.
   *
   * @throws org.polyphony.input.InvalidInputException when it holds other results, or cannot be
   *     written to
   */
  static RunFolder open(Path path) {
    return new RunFolder(FolderKind.RUN.open(path));
  }

  /** Removes earlier results, of other seeds too. */
  void clear() {
    FolderKind.RUN.clear(folder);
  }

  /** Writes results; those of other seeds below the folder stay. */
  void write(Outcome outcome) {
    RunRequest request = outcome.experiment().request();
    OwnCode code = OwnCode.of(request.sharing().policy(), request.gpu());
    ResultFiles.write(folder, outcome, Provenance.current().with(code));
  }

  /** Keeps what a failed run leaves, and returns the failure with the place of that. */
  SimulationFailure kept(SimulationFailure failure) {
    return failure instanceof PartialOutcome partial ? keptResults(partial) : keptReport(failure);
  }

  private SimulationFailure keptResults(PartialOutcome failure) {
    write(failure.outcome());
    String kept = "\npartial results in " + folder.path();
    return new SimulationFailure(failure.getMessage() + kept, "", failure);
  }

  private SimulationFailure keptReport(SimulationFailure failure) {
    Path file = folder.file(ResultFiles.FAILURE);
    AtomicFile.write(file, failure.getMessage() + "\n" + failure.report() + "\n");
    return new SimulationFailure(failure.getMessage() + "; see " + file, "", failure);
  }
}
