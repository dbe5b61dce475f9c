package org.polyphony.sweep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.polyphony.config.ExperimentConfig;
import org.polyphony.config.SweepFile;
import org.polyphony.input.Sha256;
import org.polyphony.run.Experiment;
import org.polyphony.run.Experiments;
import org.polyphony.run.Outcome;
import org.polyphony.run.OwnCode;
import org.polyphony.run.Progress;
import org.polyphony.run.Provenance;
import org.polyphony.run.Summary;
import org.polyphony.simulation.StopFlag;

/** Runs on one device; what they share are the runs of their workloads alone. */
public final class GpuRuns implements RunKind {
  private static final double WARP_INSTRUCTIONS_PER_SECOND = 0.5e6; // of a thread, a cautious value
  private static final double LANES = 26; // active, as in most benchmarks

  private final SweepFile sweep;
  private final Sweep.Device device;
  private final Experiments experiments;
  private final Provenance provenance = Provenance.current();
  private final Map<String, OwnCode> ownCode = new ConcurrentHashMap<>(); // by policy

  /**
   * Makes the runs of a sweep.
   *
   * @param device what runs experiments
   */
  public GpuRuns(SweepFile sweep, Sweep.Device device) {
    this.sweep = sweep;
    this.device = device;
    this.experiments = new Experiments(device.library());
  }

  @Override
  public List<Preparation> preparations(List<SweepFile.Run> runs) {
    Map<String, Preparation> alone = new LinkedHashMap<>();
    for (SweepFile.Run run : runs) {
      ExperimentConfig config = sweep.experiment(run).config();
      for (int i = 0; i < config.workloads().size() && isNormalized(config); i++) {
        int workload = i;
        alone.putIfAbsent(
            aloneId(config, i),
            (progress, stop) -> device.runner().prepareAlone(open(run), workload, progress, stop));
      }
    }
    return new ArrayList<>(alone.values());
  }

  /** A workload alone is its own baseline. */
  private static boolean isNormalized(ExperimentConfig config) {
    return config.workloads().size() > 1 || !config.policy().name().equals("alone");
  }

  /** All that determines a run alone, as far as the config says it. */
  private static String aloneId(ExperimentConfig config, int workload) {
    return Sha256.hex(
        String.join(
            "\n",
            config.gpu().toString(),
            config.workloads().get(workload).toString(),
            config.warpScheduler(),
            Long.toString(config.instructionBudget()),
            Long.toString(config.seed())));
  }

  @Override
  public double estimateSeconds(SweepFile.Run run) {
    ExperimentConfig config = sweep.experiment(run).config();
    double ofWorkload = config.instructionBudget() / LANES / WARP_INSTRUCTIONS_PER_SECOND;
    return config.workloads().size() * ofWorkload;
  }

  @Override
  public OwnCode ownCode(SweepFile.Run run) {
    return ownCode.computeIfAbsent(
        sweep.experiment(run).config().policy().name(), name -> OwnCode.of(List.of(name)));
  }

  @Override
  public Optional<ObjectNode> run(SweepFile.Run run, Progress progress, StopFlag stop) {
    Outcome outcome = device.runner().run(open(run), progress, stop);
    if (outcome.shared().partial() || stop.isRequested()) {
      return Optional.empty();
    }
    ObjectNode summary = Summary.of(outcome, provenance.with(ownCode(run)));
    summary.remove("host"); // the only part that is not a function of the config
    return Optional.of(summary);
  }

  private Experiment open(SweepFile.Run run) {
    return experiments.open(sweep.experiment(run), new Experiments.Extras(false, 0));
  }
}
