package org.polyphony.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.polyphony.config.ExperimentConfig;
import org.polyphony.config.ExperimentLoader;
import org.polyphony.config.FileKind;
import org.polyphony.config.LoadedExperiment;
import org.polyphony.config.PolicyConfig;
import org.polyphony.config.WorkloadConfig.Kind;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.run.OwnCode;
import org.polyphony.simulation.Partitions;
import org.polyphony.simulation.RunSpec;

/**
 * Makes experiments ready to run, from a config file or from a trace.
 *
 * @param library opens the workloads
 */
public record Experiments(WorkloadLibrary library) {
  /**
   * What the command line adds to a config; none of it changes a result.
   *
   * @param check true to verify conservation at every epoch
   * @param ipcWindow thread instructions per SM of a row of {@code ipc.csv}; 0 for none
   */
  public record Extras(boolean check, int ipcWindow) {
    /** Nothing. */
    public static final Extras NONE = new Extras(false, 0);
  }

  /** Returns the run of an experiment, whose policy and parts may be the user's own code. */
  public PlannedRun spec(LoadedExperiment experiment, OwnCode ownCode) {
    return PlannedRun.of(experiment, ownCode, library);
  }

  /**
   * Loads an experiment with all its workloads, and checks that every thread block fits.
   *
   * @param path an experiment file; or a trace or a kernel model, which then runs alone on gtx980
   * @param overrides {@code path=value} each
   * @param extras from the command line
   * @throws org.polyphony.input.InvalidInputException with everything that is wrong
   */
  public Experiment load(Path path, List<String> overrides, Extras extras) {
    return open(load(path, overrides), extras);
  }

  private static LoadedExperiment load(Path path, List<String> overrides) {
    if (isTrace(path)) {
      return ExperimentLoader.alone(Kind.TRACE, path.toString(), overrides);
    }
    return FileKind.of(path).equals(Optional.of(FileKind.MODEL))
        ? ExperimentLoader.alone(Kind.MODEL, path.toString(), overrides)
        : ExperimentLoader.load(path, overrides);
  }

  /**
   * Makes the experiment of a bundled benchmark or sample alone on gtx980.
   *
   * @param name of what is bundled
   * @param overrides {@code path=value} each
   * @param extras from the command line
   * @throws org.polyphony.input.InvalidInputException with everything that is wrong
   */
  public Experiment alone(String name, List<String> overrides, Extras extras) {
    return open(ExperimentLoader.alone(Kind.BENCHMARK, name, overrides), extras);
  }

  /**
   * Opens the workloads of an experiment, and checks that every thread block fits.
   *
   * @param loaded the experiment
   * @param extras from the command line
   * @throws org.polyphony.input.InvalidInputException with everything that is wrong
   */
  public Experiment open(LoadedExperiment loaded, Extras extras) {
    checkOwnPolicy(loaded.config());
    return experiment(loaded, workloads(loaded), extras);
  }

  private List<WorkloadLibrary.Opened> workloads(LoadedExperiment loaded) {
    List<WorkloadLibrary.Opened> opened = new ArrayList<>();
    for (int i = 0; i < loaded.config().workloads().size(); i++) {
      int index = i;
      WorkloadLibrary.Opened workload = library.open(loaded, i);
      requireFit(loaded, i, workload.workload());
      loaded.base().ifPresent(base -> requireFit(base.experiment(), index, workload.workload()));
      opened.add(workload);
    }
    return opened;
  }

  /**
   * Loads an experiment to look at it: no code of the user's runs, and of a policy of the user's
   * own only the class is checked.
   *
   * @param path as for {@link #load}
   * @param overrides {@code path=value} each
   * @throws org.polyphony.input.InvalidInputException with everything that is wrong
   */
  public Experiment look(Path path, List<String> overrides) {
    LoadedExperiment loaded = load(path, overrides);
    return experiment(loaded, workloads(loaded), Extras.NONE);
  }

  private static boolean isTrace(Path path) {
    String name = String.valueOf(path.getFileName());
    return Files.isDirectory(path) || name.matches(".*\\.(g|traceg|ptrace|xz|gz)");
  }

  /** Refuses a user's own policy that cannot be made, before anything runs. */
  private static void checkOwnPolicy(ExperimentConfig config) {
    PolicyConfig policy = config.policy();
    if (PartitionPolicies.isUserDefined(policy.name())) {
      Partitions partitions = config.partitionsOfDevice();
      boolean hasInstances = partitions.hasInstances(); // then each has such a policy
      PartitionPolicies.create(
          policy.name(),
          policy.parameters(),
          hasInstances ? partitions.device(0) : config.gpu(),
          hasInstances ? partitions.processes(0).size() : config.workloads().size());
    }
  }

  private static Experiment experiment(
      LoadedExperiment loaded, List<WorkloadLibrary.Opened> opened, Extras extras) {
    ExperimentConfig config = loaded.config();
    List<Workload> workloads = opened.stream().map(WorkloadLibrary.Opened::workload).toList();
    List<Experiment.Input> inputs = opened.stream().map(WorkloadLibrary.Opened::input).toList();
    List<String> digests = inputs.stream().map(Experiment.Input::digest).toList();
    RunSpec spec =
        config.spec(workloads).with().ipcWindow(extras.ipcWindow()).check(extras.check()).build();
    return new Experiment(
        config.name(),
        spec,
        config.roundCycles(),
        loaded.base().map(Experiments::base),
        inputs,
        loaded.asFile(),
        config.canonicalJson(digests) + "\n",
        loaded.configHash(digests),
        PlannedRun.key(loaded, digests, OwnCode.of(config.policy().name(), config.gpu())));
  }

  private static Experiment.Base base(LoadedExperiment.Base base) {
    ExperimentConfig config = base.experiment().config();
    return new Experiment.Base(
        config.gpu(), config.warpScheduler(), config.roundCycles(), base.ofProgress());
  }

  /** Refuses a thread block that no SM can hold, before anything runs. */
  private static void requireFit(LoadedExperiment experiment, int index, Workload workload) {
    SmConfig sm = experiment.config().gpu().sm();
    for (Kernel kernel : DistinctKernels.of(workload)) {
      ThreadBlockNeed need = ThreadBlockNeed.of(sm, kernel);
      Occupancy occupancy = Occupancy.of(sm, need);
      if (occupancy.threadBlocks() == 0) {
        Occupancy.Limit limit = occupancy.limits().stream().sorted().findFirst().orElseThrow();
        throw experiment.cannotFit(
            index, kernel.name(), words(limit), Occupancy.of(limit, need), available(limit, sm));
      }
    }
  }

  private static String words(Occupancy.Limit limit) {
    return switch (limit) {
      case REGISTERS -> "registers";
      case SHARED_MEMORY -> "bytes of shared memory";
      case THREADS -> "threads";
      case WARPS -> "warps";
      case TB_SLOTS -> "slots";
    };
  }

  private static long available(Occupancy.Limit limit, SmConfig sm) {
    return limit == Occupancy.Limit.SHARED_MEMORY
        ? sm.sharedMemoryPerBlockBytes()
        : Occupancy.of(limit, sm);
  }
}
