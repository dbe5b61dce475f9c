package org.polyphony.study;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.polyphony.config.ExperimentLoader;
import org.polyphony.run.Experiment;
import org.polyphony.run.ExperimentRunner;
import org.polyphony.run.Experiments;
import org.polyphony.run.Outcome;
import org.polyphony.run.Progress;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.run.host.HostTools;
import org.polyphony.simulation.Simulation;
import org.polyphony.simulation.StopFlag;
import org.polyphony.store.OutputFolder;
import org.polyphony.store.RunCache;
import org.polyphony.study.pairs.Conditions;
import org.polyphony.study.pairs.PairSeeds;
import org.polyphony.sweep.Batch;
import org.polyphony.sweep.Sweep;
import org.polyphony.workload.trace.TraceOptions;

/** What a figure works with. */
public record FigureContext(
    Tools tools,
    Inputs inputs,
    Effort effort,
    OutputFolder folder,
    String command,
    PrintWriter out,
    Progress progress,
    StopFlag stop) {

  /** Returns the same with another folder. */
  public FigureContext in(OutputFolder other) {
    return new FigureContext(tools, inputs, effort, other, command, out, progress, stop);
  }

  /** Shows what a figure says, and where the rest is. */
  public void show(String text) {
    out.print(text);
    out.println("written to " + folder.path());
    out.flush();
  }

  public HostTools hostTools() {
    return new HostTools(tools.library(), tools.runs(), tools.build(), progress, stop);
  }

  /**
   * Returns the device and the order of instructions that the user has named.
   *
   * @param usual the device when there is none
   */
  public Conditions conditions(String usual) {
    return new Conditions(gpuOr(usual), inputs.order());
  }

  /** Returns the device that the user has named, else one. */
  public String gpuOr(String usual) {
    return inputs.gpu().isEmpty() ? usual : inputs.gpu();
  }

  /**
   * Opens an experiment of a figure.
   *
   * @param root what a file of it would hold; the device is put into it when there is none, and the
   *     order of instructions
   * @param ipcWindow thread instructions of an SM, 0 for no windows
   */
  public Experiment experiment(String name, ObjectNode root, int ipcWindow) {
    if (!root.has("gpu")) {
      root.put("gpu", gpuOr("gtx980"));
    }
    new Conditions(root.get("gpu"), inputs.order()).writeTo(root);
    return new Experiments(tools.library())
        .open(
            ExperimentLoader.of(name, root, Path.of(""), List.of()),
            new Experiments.Extras(false, ipcWindow));
  }

  public Batch batch() {
    return new Batch(effort.jobs(), progress, stop);
  }

  /** Runs an experiment; a stop ends it early. */
  public Outcome run(Experiment experiment) {
    return tools.runner().run(experiment, progress, stop);
  }

  /** What runs experiments. */
  public record Tools(Simulation simulation, Path cache, String build) {
    /** Returns a new runner, for one thread. */
    public ExperimentRunner runner() {
      return new ExperimentRunner(simulation, runs(), build);
    }

    public RunCache runs() {
      return new RunCache(cache, build);
    }

    public Path packedTraces() {
      return cache.resolve("traces");
    }

    /** Returns the workloads that experiments can name. */
    public WorkloadLibrary library() {
      return new WorkloadLibrary(TraceOptions.quiet(packedTraces()));
    }

    public Sweep.Device device() {
      return new Sweep.Device(simulation, runs(), library(), build);
    }
  }

  /**
   * How much a figure may run.
   *
   * @param jobs runs side by side, at least 1
   * @param pairs of benchmarks, where a figure is about pairs; at least 1
   * @param askedCycles core cycles that a run takes, for pairs of benchmarks those that each takes
   *     alone, at most; 0 for no such limit; empty where the user has named none
   */
  public record Effort(
      Scale scale, int jobs, int pairs, PairSeeds seeds, OptionalLong askedCycles, Instant until) {
    /** Makes an effort with the pairs and cycles of the scale and one seed, without an end. */
    public Effort(Scale scale, int jobs) {
      this(scale, jobs, scale.pairs(), PairSeeds.ONE, OptionalLong.empty(), Instant.MAX);
    }

    /** Returns the cycles that the user asked for, or else those of the scale. */
    public long cycles() {
      return askedCycles.orElse(scale.cycles());
    }
  }

  /**
   * What a figure is made from, where the user has named it.
   *
   * @param reference cycles of a reference simulator
   * @param gpu device in place of the figure's own choice; empty for that
   * @param order of the instructions of benchmarks, {@code compiled} or {@code source}
   * @param benchmarks those to run; empty for all that are bundled
   * @param parts figures that a figure made of others is made of; empty for all
   * @param results file of runs of pairs that have ended, which those that end are added to; may be
   *     absent; empty for the cache alone
   */
  public record Inputs(
      Optional<Path> traces,
      Optional<Path> reference,
      Optional<Path> measured,
      String gpu,
      String order,
      List<String> benchmarks,
      List<String> parts,
      Optional<Path> results) {
    public Inputs {
      benchmarks = List.copyOf(benchmarks);
      parts = List.copyOf(parts);
    }
  }
}
