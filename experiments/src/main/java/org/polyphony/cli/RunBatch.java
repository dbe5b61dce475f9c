package org.polyphony.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.polyphony.config.Seeds;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.run.Outcome;
import org.polyphony.results.run.OwnCode;
import org.polyphony.results.run.Provenance;
import org.polyphony.results.run.Repeats;
import org.polyphony.results.run.ResultFiles;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.store.FolderLock;
import org.polyphony.results.store.Json;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.run.ExperimentRunner;
import org.polyphony.run.Progress;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.simulation.StopFlag;
import org.polyphony.sweep.Batch;
import org.polyphony.sweep.Sweep;

/**
 * One experiment under one policy or several, with one seed or several. The results of a policy's
 * first seed go to the folder of the policy, those of seed n to {@code seed-n} below it; each run
 * writes its results when it ends.
 */
final class RunBatch implements AutoCloseable {
  private final Seeds seeds;
  private final Function<List<String>, Experiment> load;
  private final List<Policy> policies = new ArrayList<>();
  private final List<Run> runs = new ArrayList<>();
  private final List<FolderLock> held = new ArrayList<>();
  private Optional<Outcome> own = Optional.empty();
  private ExperimentRunner runner;
  private Progress terminal;
  private StopFlag stop;

  /** The experiment under one policy, with the first seed; and what sets this policy. */
  private record Policy(Experiment experiment, List<String> sets, Path out, List<Run> runs) {
    Policy(Experiment experiment, List<String> sets, Path out) {
      this(experiment, sets, out, new ArrayList<>());
    }

    String name() {
      return experiment.spec().policy();
    }

    private OutputFolder folder(long seed, Seeds all) {
      String name = "seed-" + seed;
      return FolderKind.RUN.open(seed == all.first() ? out : OutputFolder.inside(out, name));
    }
  }

  /**
   * Makes the runs, and removes earlier results from their folders.
   *
   * @param own the experiment under its own policy with its own seed, which the others follow
   * @param beside names of the other policies
   * @param repeat seeds of each, at least 1
   * @param out folder of the experiment's own policy
   * @param load opens the experiment with more overrides
   * @throws org.polyphony.input.InvalidInputException for a policy that is not known, its own, or
   *     any with one workload; and when a folder holds other results or cannot be written to
   */
  RunBatch(
      Experiment own,
      List<String> beside,
      int repeat,
      Path out,
      Function<List<String>, Experiment> load) {
    this.load = load;
    seeds = new Seeds(own.spec().seed(), repeat);
    policies.add(new Policy(own, List.of(), out));
    for (String policy : beside) {
      check(policy, own);
      List<String> sets = List.of("policy=" + policy);
      Path folder = out.resolveSibling(out.getFileName() + "-" + policy);
      policies.add(new Policy(load.apply(sets), sets, folder));
    }
    for (Policy policy : policies) {
      seeds.all().forEach(seed -> policy.folder(seed, seeds)); // refused before anything is deleted
    }
    policies.forEach(policy -> held.add(OutputFolder.open(policy.out).hold()));
    for (Policy policy : policies) {
      FolderKind.RUN.clear(FolderKind.RUN.open(policy.out));
      seeds.all().forEach(seed -> policy.runs.add(new Run(policy, seed)));
      runs.addAll(policy.runs);
    }
  }

  /** Lets other commands write to the folders. */
  @Override
  public void close() {
    held.forEach(FolderLock::close);
  }

  /** Refuses a policy that cannot run beside an experiment. */
  static void check(String policy, Experiment own) {
    if (own.inputs().size() < 2) {
      throw Arguments.wrong("--beside", "one workload", "two or more workloads");
    }
    PolicyOption.requireKnown("--beside", policy);
    if (policy.equals(own.spec().policy())) {
      throw Arguments.wrong("--beside", "'" + policy + "'", "a policy other than the config's");
    }
  }

  /**
   * Runs everything, unless a stop comes first; writes the means of each policy once all its seeds
   * have ended.
   *
   * @return what each policy gave, the own first; empty when a run has not ended after a stop
   * @throws SimulationFailure when a run has failed, the first of them; the others are kept
   */
  List<Repeats> run(int jobs, Sweep.Device device, Progress progress, StopFlag flag) {
    runner = device.runner();
    terminal = progress;
    stop = flag;
    if (runs.size() == 1) {
      runs.get(0).runAlone(); // its stages are shown
    } else {
      new Batch(jobs, progress, stop).run(runs);
    }
    for (Run run : runs) {
      run.failure.ifPresent(
          cause -> {
            throw cause;
          });
    }
    boolean isWhole = runs.stream().allMatch(run -> run.ended.isPresent());
    return isWhole ? policies.stream().map(this::means).toList() : List.of();
  }

  private Repeats means(Policy policy) {
    List<Repeats.Repeat> all = policy.runs.stream().map(run -> run.ended.orElseThrow()).toList();
    Repeats repeats = new Repeats(policy.experiment, all);
    if (seeds.count() > 1) {
      AtomicFile.write(OutputFolder.open(policy.out).file(Repeats.FILE), Json.text(repeats.json()));
    }
    return repeats;
  }

  /** Returns the outcome of the experiment's own policy and seed, unless other seeds run. */
  Optional<Outcome> own() {
    return own;
  }

  List<Path> folders() {
    return policies.stream().map(Policy::out).toList();
  }

  /** Returns how many runs have ended, as {@code 2 of 6}. */
  String ended() {
    return runs.stream().filter(run -> run.ended.isPresent()).count() + " of " + runs.size();
  }

  /** One run; its results are written by the thread that runs it and read after the batch. */
  private final class Run implements Batch.Task {
    private final Policy policy;
    private final long seed;
    private final OutputFolder folder;
    private Optional<Repeats.Repeat> ended = Optional.empty();
    private Optional<RuntimeException> failure = Optional.empty();

    Run(Policy policy, long seed) {
      this.policy = policy;
      this.seed = seed;
      this.folder = policy.folder(seed, seeds);
    }

    @Override
    public void run(Progress progress) {
      Progress shown = isOwn() ? withDecisions(progress) : progress;
      Outcome outcome = runner.run(experiment(), shown, stop);
      write(outcome);
      if (!outcome.shared().partial()) {
        ended = Optional.of(Repeats.Repeat.of(outcome));
      }
      if (isOwn()) {
        own = Optional.of(outcome);
      }
    }

    private void runAlone() {
      try {
        run(terminal);
      } catch (SimulationFailure e) {
        throw kept(e);
      }
    }

    /** Writes results; those of other seeds below the folder stay. */
    private void write(Outcome outcome) {
      RunSpec spec = outcome.experiment().spec();
      OwnCode code = OwnCode.of(spec.policy(), spec.gpu());
      ResultFiles.write(folder, outcome, Provenance.current().with(code));
    }

    /** Keeps what a failed run leaves, and returns the failure with the place of that. */
    private SimulationFailure kept(SimulationFailure failure) {
      String kept = "\npartial results in " + folder.path();
      Optional<Outcome> partial = failure.soFar(Outcome.class);
      partial.ifPresent(this::write);
      if (partial.isEmpty()) {
        Path file = folder.file(ResultFiles.FAILURE);
        AtomicFile.write(file, failure.getMessage() + "\n" + failure.report() + "\n");
        kept = "; see " + file;
      }
      return new SimulationFailure(failure.getMessage() + kept, "", failure);
    }

    private boolean isOwn() {
      return seeds.count() == 1 && this == runs.get(0);
    }

    /** Returns a progress that also shows decisions as lines, which a batch leaves out. */
    private Progress withDecisions(Progress share) {
      return new Progress() {
        @Override
        public void begin(String stage) {
          share.begin(stage);
        }

        @Override
        public void update(double doneShare, long cycles, long warpInstructions) {
          share.update(doneShare, cycles, warpInstructions);
        }

        @Override
        public void decision(String line) {
          terminal.decision(line);
        }
      };
    }

    private Experiment experiment() {
      if (seed == seeds.first()) {
        return policy.experiment;
      }
      List<String> sets = new ArrayList<>(policy.sets);
      sets.add(Seeds.KEY + "=" + seed);
      return load.apply(sets);
    }

    @Override
    public String id() {
      return (seeds.count() > 1 ? "seed " + seed + " " : "") + "under " + policy.name();
    }

    @Override
    public void failed(RuntimeException cause) {
      failure = Optional.of(cause instanceof SimulationFailure ofRun ? explained(ofRun) : cause);
    }

    private SimulationFailure explained(SimulationFailure cause) {
      SimulationFailure kept = kept(cause);
      return new SimulationFailure(id() + ": " + kept.getMessage(), "", kept);
    }
  }
}
