package org.polyphony.cli;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
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
import org.polyphony.run.Progress;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.simulation.StopFlag;
import org.polyphony.sweep.Runs;
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
  private volatile Optional<Outcome> own = Optional.empty();
  private Sweep.Device device;
  private Progress terminal;
  private StopFlag stop;
  private List<Optional<Repeats.Repeat>> ended = List.of(); // by run

  /** The experiment under one policy, with the first seed; and what sets this policy. */
  private record Policy(Experiment experiment, List<String> sets, Path out) {
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
      seeds.all().forEach(seed -> runs.add(new Run(policy, seed)));
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
  List<Repeats> run(int jobs, Sweep.Device on, Progress progress, StopFlag flag) {
    device = on;
    terminal = progress;
    stop = flag;
    ended = runs.size() == 1 ? List.of(runs.get(0).run(terminal)) : runAll(jobs);
    boolean isWhole = ended.stream().allMatch(Optional::isPresent);
    return isWhole ? IntStream.range(0, policies.size()).mapToObj(this::means).toList() : List.of();
  }

  private List<Optional<Repeats.Repeat>> runAll(int jobs) {
    List<Runs.Ended<Repeats.Repeat>> all =
        new Runs(device, jobs, Instant.MAX, terminal, stop)
            .all(runs.stream().map(run -> new Runs.Item<>(run.id(), run::run)).toList());
    for (int i = 0; i < runs.size(); i++) {
      String id = runs.get(i).id();
      all.get(i).failure().ifPresent(cause -> Runs.rethrow(id, cause));
    }
    return all.stream().map(Runs.Ended::value).toList();
  }

  private Repeats means(int number) {
    Policy policy = policies.get(number);
    int first = number * seeds.count();
    Repeats repeats =
        new Repeats(
            policy.experiment,
            ended.subList(first, first + seeds.count()).stream()
                .map(Optional::orElseThrow)
                .toList());
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
    return ended.stream().filter(Optional::isPresent).count() + " of " + runs.size();
  }

  /** One run; the thread that runs it writes its results. */
  private final class Run {
    private final Policy policy;
    private final long seed;
    private final OutputFolder folder;

    Run(Policy policy, long seed) {
      this.policy = policy;
      this.seed = seed;
      this.folder = policy.folder(seed, seeds);
    }

    Optional<Repeats.Repeat> run(Progress progress) {
      try {
        Progress shown = isOwn() ? withDecisions(progress) : progress;
        Outcome outcome = device.runner().run(experiment(), shown, stop);
        write(outcome);
        if (isOwn()) {
          own = Optional.of(outcome);
        }
        return Optional.of(outcome).filter(o -> !o.shared().partial()).map(Repeats.Repeat::of);
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

    /** Keeps the results of a failed run, and returns the failure with their location. */
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

    String id() {
      return (seeds.count() > 1 ? "seed " + seed + " " : "") + "under " + policy.name();
    }
  }
}
