package org.polyphony.cli;

import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.polyphony.config.SweepFile;
import org.polyphony.run.Provenance;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.StopFlag;
import org.polyphony.sweep.Sweep;
import org.polyphony.sweep.SweepFolder;
import org.polyphony.sweep.slurm.ArrayFolder;
import org.polyphony.sweep.slurm.ArrayTask;
import org.polyphony.sweep.slurm.Division;
import org.polyphony.sweep.slurm.TaskKind;
import org.polyphony.workload.kernel.BundledModels;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code polyphony sweep-task}: what a task of a job array of {@code sweep} runs. */
@Command(
    name = SweepTaskCommand.NAME,
    hidden = true,
    description = "Runs one task of a job array that 'sweep --executor slurm' has submitted.")
final class SweepTaskCommand implements Callable<Integer> {
  static final String NAME = "sweep-task";

  private final Services services;

  @Parameters(index = "0", paramLabel = "DIR", description = "folder of the array")
  private Path folder;

  @Parameters(index = "1", paramLabel = "KIND", description = "preparations or runs")
  private String kind;

  @Parameters(index = "2", paramLabel = "N", description = "number of the task, from 1")
  private int task;

  SweepTaskCommand(Services services) {
    this.services = services;
  }

  @Override
  public Integer call() {
    ArrayFolder array = ArrayFolder.existing(folder);
    Division.Origin origin = array.division().origin();
    SweepFile file =
        SweepFile.load(
            origin.config(), origin.sets(), WorkloadLibrary.names(), BundledModels.names());
    SweepFolder results = SweepFolder.open(array.sweep(), file, true);
    Provenance here = Provenance.current();
    Provenance submitted =
        new Provenance(here.version(), origin.gitCommit(), here.java(), here.peakMemoryBytes());
    Sweep sweep = new Sweep(file, results, services.device(submitted));
    StopFlag stop = services.stops().get();
    try (Interrupt interrupt = Interrupt.raising(stop)) {
      new ArrayTask(array, TaskKind.valueOf(kind.toUpperCase(Locale.ROOT)), task).run(sweep, stop);
      return interrupt.exitCode(stop.isRequested());
    }
  }
}
