package org.polyphony.study;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.polyphony.config.ExperimentLoader;
import org.polyphony.input.InputFile;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.run.Outcome;
import org.polyphony.results.run.Provenance;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.store.Json;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.store.RunCache;
import org.polyphony.run.ExperimentRunner;
import org.polyphony.run.Experiments;
import org.polyphony.run.Progress;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.run.host.HostTools;
import org.polyphony.simulation.Simulation;
import org.polyphony.simulation.StopFlag;
import org.polyphony.study.pairs.PairSeeds;
import org.polyphony.sweep.Batch;
import org.polyphony.sweep.Sweep;
import org.polyphony.workload.trace.TraceOptions;

/** Tools, inputs and output of a figure. */
public record FigureContext(
    Tools tools,
    Inputs inputs,
    Effort effort,
    OutputFolder folder,
    String command,
    PrintWriter out,
    Progress progress,
    StopFlag stop) {
  /** Name of the file that says what made a folder. */
  public static final String MADE = "made.json";

  private static final String NAME = "name";

  /** Returns this context with another output folder. */
  public FigureContext in(OutputFolder other) {
    return new FigureContext(tools, inputs, effort, other, command, out, progress, stop);
  }

  /** Prints a figure's text and the location of its files. */
  public void show(String text) {
    out.print(text);
    out.println("written to " + folder.path());
    out.flush();
  }

  /** Prints how far the runs were when the user stopped them, and where finished ones are kept. */
  public void interrupted(int done, int runs, int failed, Path kept) {
    progress.close();
    out.printf(
        "interrupted: %d of %d runs done, %d failed; finished runs are kept in %s%n",
        done, runs, failed, kept);
    out.flush();
  }

  /** Writes what made a folder into it: the name of a figure, the command, version and commit. */
  public void recordIn(OutputFolder made, String name) {
    Provenance provenance = Provenance.current();
    ObjectNode record =
        Json.object()
            .put(NAME, name)
            .put("command", command)
            .put("version", provenance.version())
            .put("gitCommit", provenance.gitCommit());
    AtomicFile.write(made.file(MADE), Json.text(record));
  }

  /** Returns the name of the figure that made a folder; empty if the folder does not say. */
  public static String madeIn(Path folder) {
    try {
      return Json.parse(InputFile.text(folder.resolve(MADE))).path(NAME).asText();
    } catch (IOException e) {
      return "";
    }
  }

  public HostTools hostTools() {
    return new HostTools(tools.library(), tools.runs(), tools.build(), progress, stop);
  }

  /** Returns the device chosen by the user, or else a default. */
  public String gpuOr(String usual) {
    return inputs.gpu().isEmpty() ? usual : inputs.gpu();
  }

  /**
   * Opens an experiment of a figure.
   *
   * @param root contents of an experiment file; its device, if absent, is filled in
   * @param ipcWindow thread instructions per SM and window, 0 for no windows
   */
  public Experiment experiment(String name, ObjectNode root, int ipcWindow) {
    if (!root.has("gpu")) {
      root.put("gpu", gpuOr("gtx980"));
    }
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

  /** The tools that run experiments. */
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
   * Limits on the amount of simulation.
   *
   * @param jobs number of parallel runs, at least 1
   * @param pairs number of benchmark pairs in figures about pairs, at least 1
   * @param askedCycles maximum core cycles of a run (for pairs, of each benchmark alone); 0 for no
   *     limit; empty if the user has not set it
   */
  public record Effort(
      Scale scale, int jobs, int pairs, PairSeeds seeds, OptionalLong askedCycles, Instant until) {
    /** Returns the cycles set by the user, or else the scale's. */
    public long cycles() {
      return askedCycles.orElse(scale.cycles());
    }
  }

  /**
   * Inputs of a figure chosen by the user.
   *
   * @param gpu device that replaces the figure's default; empty for the default
   * @param benchmarks to run; empty for all bundled ones
   * @param parts of a composite figure to make; empty for all
   * @param results file of finished pair runs, to which new ones are appended; may be absent; empty
   *     to use only the cache
   */
  public record Inputs(
      String gpu, List<String> benchmarks, List<String> parts, Optional<Path> results) {
    public Inputs {
      benchmarks = List.copyOf(benchmarks);
      parts = List.copyOf(parts);
    }
  }
}
