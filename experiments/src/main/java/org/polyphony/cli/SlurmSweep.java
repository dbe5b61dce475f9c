package org.polyphony.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.polyphony.run.Progress;
import org.polyphony.simulation.StopFlag;
import org.polyphony.sweep.Shard;
import org.polyphony.sweep.Sweep;
import org.polyphony.sweep.slurm.Division;
import org.polyphony.sweep.slurm.JavaCommand;
import org.polyphony.sweep.slurm.Slurm;
import org.polyphony.sweep.slurm.SlurmExecutor;

/** Runs a sweep on a Slurm cluster, whose tasks are this program again. */
final class SlurmSweep {
  private final Slurm slurm;
  private final SlurmExecutor.Start start;
  private final SlurmExecutor.Options options;
  private List<String> jobsLeft = List.of();

  /** Finds the cluster; refuses when there is none. */
  SlurmSweep(Services services, Division.Origin origin, SlurmExecutor.Options options) {
    this.slurm = new Slurm(System.getenv().getOrDefault("PATH", ""));
    this.start =
        new SlurmExecutor.Start(
            origin,
            JavaCommand.ofThisProcess(Main.class.getName()),
            SweepTaskCommand.NAME,
            List.of("POLYPHONY_CACHE=" + services.cache().toAbsolutePath()));
    this.options = options;
  }

  Sweep.Result run(Sweep sweep, Shard part, Progress progress, StopFlag stop) {
    SlurmExecutor.Outcome outcome =
        new SlurmExecutor(slurm, sweep, start, options).run(part, progress, stop);
    jobsLeft = outcome.jobs();
    return outcome.result();
  }

  /** Says how to come back, when jobs go on. */
  void explainReturn(Path config, Path out, PrintWriter stdout) {
    if (!jobsLeft.isEmpty()) {
      String jobs = String.join(" ", jobsLeft);
      stdout.printf("the jobs go on: %s%n", jobs);
      stdout.printf(
          "watch them again:  polyphony sweep %s --executor slurm --out %s --resume%n",
          config, out);
      stdout.printf("end them:          scancel %s%n", jobs);
    }
  }
}
