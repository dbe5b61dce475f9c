package org.polyphony.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.polyphony.input.Violation;
import org.polyphony.policy.partition.Alone;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.results.run.DecisionLine;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.run.Outcome;
import org.polyphony.results.run.OwnCode;
import org.polyphony.results.run.Provenance;
import org.polyphony.results.run.Summary;
import org.polyphony.results.store.AloneRun;
import org.polyphony.results.store.Json;
import org.polyphony.results.store.RunKey;
import org.polyphony.results.store.RunStore;
import org.polyphony.results.table.Formats;
import org.polyphony.simulation.PolicyFacts;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.simulation.Simulation;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.simulation.StopFlag;
import org.polyphony.simulation.Tenant;
import org.polyphony.usercode.WatchedThread;
import org.polyphony.workload.fidelity.CountedWorkload;
import org.polyphony.workload.fidelity.InstructionCount;

/**
 * Runs an experiment: every workload alone, unless the store has it, then all together.
 *
 * <p>Source: GPU Maestro section 5 (alone runs normalize STP and ANTT). Not thread-safe.
 */
public final class ExperimentRunner {
  private static final String PROVENANCE = "provenance";
  private static final double MOST_PROGRESS = 2; // over that alone; a warm L2 can give a little

  private final Simulation simulation;
  private final RunStore store;
  private final RoundLengths rounds;
  private double seconds;
  private double cpuSeconds;
  private long warpInstructions;

  /**
   * Makes a runner.
   *
   * @param simulation the device
   * @param store of finished runs
   */
  public ExperimentRunner(Simulation simulation, RunStore store) {
    this.simulation = simulation;
    this.store = store;
    this.rounds = new RoundLengths(store);
  }

  /**
   * Runs an experiment to its end, or to the stop.
   *
   * @param given what to run
   * @param progress shows how far it is
   * @param stop ends it early; the outcome is then partial
   * @return what it gave
   * @throws SimulationFailure when the device makes no forward progress, or with a partial {@link
   *     Outcome} when the user's code fails
   */
  public Outcome run(Experiment given, Progress progress, StopFlag stop) {
    seconds = 0;
    cpuSeconds = 0;
    warpInstructions = 0;
    Experiment experiment = given;
    for (int i = 0; i < given.inputs().size(); i++) {
      experiment = withRound(experiment, i, progress, stop);
    }
    Outcome outcome =
        isAlone(experiment)
            ? runAlone(experiment, progress, stop)
            : runShared(experiment, progress, stop);
    if (!outcome.shared().partial() && !stop.isRequested()) {
      ObjectNode summary = summary(outcome);
      ObjectNode made = (ObjectNode) summary.remove(PROVENANCE); // another machine has another
      made.set(RunStore.SECONDS, Json.number(outcome.cpuSeconds()));
      store.store(given.key(), summary, made);
    }
    return outcome;
  }

  /** Returns a summary without {@code host}, the only part that is not a function of the key. */
  private static ObjectNode summary(Outcome outcome) {
    RunSpec spec = outcome.experiment().spec();
    OwnCode own = OwnCode.of(spec.policy(), spec.gpu());
    ObjectNode summary = Summary.of(outcome, Provenance.current().with(own));
    summary.remove("host");
    return summary;
  }

  /** Returns the summary of a run that is stored, without {@code host}. */
  public Optional<ObjectNode> known(PlannedRun spec) {
    String name = spec.experiment().config().name();
    return store
        .find(spec.key())
        .map(result -> ((ObjectNode) result.deepCopy()).put("experiment", name))
        .map(summary -> summary.set(PROVENANCE, provenance(spec.key())));
  }

  private ObjectNode provenance(RunKey key) {
    ObjectNode made = store.made(key).orElseThrow();
    made.remove(RunStore.SECONDS);
    return made;
  }

  /**
   * Returns the summary of a run, which is made unless it is stored.
   *
   * @param opened the experiment of the run
   * @return empty after a stop
   */
  public Optional<ObjectNode> summary(
      PlannedRun spec, Supplier<Experiment> opened, Progress progress, StopFlag stop) {
    Optional<ObjectNode> known = known(spec);
    if (known.isPresent()) {
      return known;
    }
    Outcome outcome = run(opened.get(), progress, stop);
    return outcome.shared().partial() || stop.isRequested()
        ? Optional.empty()
        : Optional.of(summary(outcome));
  }

  /**
   * Runs one workload of an experiment alone, unless the store has it, for the runs that will ask.
   *
   * @param workload index in config order
   * @param progress shows how far it is
   * @param stop ends it early; nothing is then kept
   * @throws SimulationFailure when the device makes no forward progress
   */
  public void prepareAlone(Experiment experiment, int workload, Progress progress, StopFlag stop) {
    findOrRunAlone(withRound(experiment, workload, progress, stop), workload, progress, stop);
  }

  private Experiment withRound(
      Experiment experiment, int workload, Progress progress, StopFlag stop) {
    Simulation shown =
        (spec, watcher) -> {
          progress.begin(
              experiment.inputs().get(workload).name() + ", solo run for the length of its round");
          return simulate(spec, watcher);
        };
    return rounds.with(experiment, workload, shown, watcher(progress, stop));
  }

  /** Returns whether an experiment is one workload alone, which is not normalized. */
  static boolean isAlone(Experiment experiment) {
    RunSpec spec = experiment.spec();
    return spec.tenants().equals(List.of(Tenant.USUAL))
        && spec.partitions().isEmpty()
        && spec.policy().equals(Alone.NAME);
  }

  private Outcome runAlone(Experiment experiment, Progress progress, StopFlag stop) {
    progress.begin(experiment.inputs().get(0).name() + " alone");
    Counted counted = new Counted(experiment.spec());
    RunResult result = simulate(counted.spec(), watcher(progress, stop));
    Optional<AloneRun> alone = aloneRun(result);
    alone.ifPresent(run -> store.store(soloKey(experiment, 0), Json.tree(run)));
    List<Optional<AloneRun>> over =
        experiment.isOverBase()
            ? aloneRuns(experiment.ofProgress(), progress, stop)
            : List.of(alone);
    return outcome(experiment, over, result, counted);
  }

  private Outcome runShared(Experiment experiment, Progress progress, StopFlag stop) {
    List<Optional<AloneRun>> own = aloneRuns(experiment, progress, stop);
    Experiment solo = experiment.ofProgress();
    List<Optional<AloneRun>> alone =
        experiment.isOverBase() ? aloneRuns(solo, progress, stop) : own;
    progress.begin(experiment.spec().policy());
    Counted counted = new Counted(experiment.spec());
    RunSpec spec = counted.spec().with().aloneIssue(aloneIssue(experiment, own)).build();
    RunWatcher watcher = new Announcer(watcher(progress, stop), experiment, progress);
    try {
      RunResult result = simulate(spec, watcher);
      alone = withLaterRounds(solo, alone, result, progress, stop);
      return plausible(outcome(experiment, alone, result, counted));
    } catch (SimulationFailure e) {
      List<Optional<AloneRun>> known = alone;
      throw e.soFar(RunResult.class)
          .map(result -> outcome(experiment, known, result, counted))
          .map(outcome -> SimulationFailure.leaving(outcome, e.getMessage(), e))
          .orElse(e);
    }
  }

  /** Refuses an STP that only wrong solo runs in the store can give. */
  private Outcome plausible(Outcome outcome) {
    int workloads = outcome.alone().size();
    if (!outcome.experiment().isOverBase() && outcome.stp() > MOST_PROGRESS * workloads) {
      String found =
          Formats.text("solo runs that give %d workloads an STP of %.1f", workloads, outcome.stp());
      String allowed =
          Formats.text("an STP of at most %.0f; delete the folder", MOST_PROGRESS * workloads);
      throw new Violation("", found, allowed).errorAt(store.folder().toString());
    }
    return outcome;
  }

  private Outcome outcome(
      Experiment experiment, List<Optional<AloneRun>> alone, RunResult shared, Counted counted) {
    double coreKhz = experiment.spec().gpu().coreKhz();
    double clock = coreKhz / experiment.ofProgress().spec().gpu().coreKhz();
    List<Optional<AloneRun>> timed = alone.stream().map(a -> a.map(r -> r.at(clock))).toList();
    return new Outcome(
        experiment, timed, shared, counted.inexact(), seconds, cpuSeconds, warpInstructions);
  }

  /** A run whose workloads count what they issue of instructions that are not exact. */
  private static final class Counted {
    private final RunSpec spec;
    private final List<CountedWorkload> workloads;

    Counted(RunSpec spec) {
      this.workloads = spec.workloads().stream().map(CountedWorkload::new).toList();
      this.spec = spec.with().workloads(workloads).build();
    }

    RunSpec spec() {
      return spec;
    }

    List<InstructionCount> inexact() {
      return InstructionCount.merged(workloads.stream().flatMap(w -> w.counts().stream()).toList());
    }
  }

  /** Returns what an SM issued in a million cycles for each workload alone; empty after a stop. */
  private static List<Integer> aloneIssue(Experiment experiment, List<Optional<AloneRun>> alone) {
    double perSm = 1e6 / experiment.spec().gpu().sms();
    return alone.stream().allMatch(Optional::isPresent)
        ? alone.stream()
            .map(Optional::get)
            .map(run -> (int) (perSm * run.warpInstructions() / run.cycles()))
            .toList()
        : List.of();
  }

  private List<Optional<AloneRun>> aloneRuns(
      Experiment experiment, Progress progress, StopFlag stop) {
    List<Optional<AloneRun>> alone = new ArrayList<>();
    for (int i = 0; i < experiment.inputs().size(); i++) {
      alone.add(findOrRunAlone(experiment, i, progress, stop));
    }
    return alone;
  }

  private Optional<AloneRun> findOrRunAlone(
      Experiment experiment, int workload, Progress progress, StopFlag stop) {
    return store.findOr(
        soloKey(experiment, workload),
        AloneRun.class,
        () -> {
          if (stop.isRequested()) {
            return Optional.empty();
          }
          progress.begin(experiment.inputs().get(workload).name() + " alone");
          RunSpec alone = experiment.spec().alone(workload);
          return aloneRun(simulate(alone, watcher(progress, stop)));
        });
  }

  /** Adds a later round alone to workloads that have had one in a run with arrivals. */
  private List<Optional<AloneRun>> withLaterRounds(
      Experiment experiment,
      List<Optional<AloneRun>> alone,
      RunResult shared,
      Progress progress,
      StopFlag stop) {
    if (!experiment.spec().isOpen()) {
      return alone;
    }
    List<Optional<AloneRun>> all = new ArrayList<>(alone);
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).isPresent() && shared.benchmarks().get(i).restarts() > 0) {
        all.set(i, Optional.of(withLater(experiment, i, all.get(i).get(), progress, stop)));
      }
    }
    return all;
  }

  private AloneRun withLater(
      Experiment experiment, int workload, AloneRun first, Progress progress, StopFlag stop) {
    return store
        .findOr(
            experiment.soloKey("second round", workload),
            AloneRun.class,
            () -> {
              if (stop.isRequested()) {
                return Optional.empty();
              }
              progress.begin(experiment.inputs().get(workload).name() + ", solo run, second round");
              RunSpec twice = experiment.spec().aloneTwice(workload);
              List<RunResult.Request> rounds = simulate(twice, watcher(progress, stop)).requests();
              return rounds.size() < 2
                  ? Optional.empty() // stopped
                  : Optional.of(first.withLater(rounds.get(1).end() - rounds.get(0).end()));
            })
        .orElse(first);
  }

  private static Optional<AloneRun> aloneRun(RunResult result) {
    RunResult.Benchmark only = result.benchmarks().get(0);
    return result.partial() || only.cycles() == 0
        ? Optional.empty()
        : Optional.of(
            new AloneRun(
                only.cycles(),
                only.warpInstructions(),
                only.threadInstructions(),
                only.finished()));
  }

  private RunResult simulate(RunSpec spec, RunWatcher watcher) {
    long start = System.nanoTime();
    long cpuStart = WatchedThread.processorNanos();
    RunResult result = simulation.run(spec, watcher);
    seconds += (System.nanoTime() - start) / 1e9;
    cpuSeconds += (WatchedThread.processorNanos() - cpuStart) / 1e9;
    warpInstructions += result.warpInstructions();
    return result;
  }

  private static RunWatcher watcher(Progress progress, StopFlag stop) {
    return new RunWatcher() {
      @Override
      public boolean shouldContinue(double doneShare, long cycles, long issued) {
        progress.update(doneShare, cycles, issued);
        return !isStopped();
      }

      @Override
      public boolean isStopped() {
        return stop.isRequested();
      }
    };
  }

  /** Identifies the first round of a workload alone. */
  static RunKey soloKey(Experiment experiment, int workload) {
    return experiment.soloKey("solo", workload);
  }

  /**
   * Shows the decisions of a policy while it runs, the first of them each in a line: {@code
   * decisions.csv} has all.
   */
  private static final class Announcer implements RunWatcher {
    private static final int MOST = 40;

    private final RunWatcher watcher;
    private final Progress progress;
    private final List<String> names;
    private int shown;

    /** Shows those of an experiment, and passes on what else a watcher hears. */
    Announcer(RunWatcher watcher, Experiment experiment, Progress progress) {
      this.watcher = watcher;
      this.progress = progress;
      this.names = experiment.inputs().stream().map(Experiment.Input::name).toList();
    }

    @Override
    public void onDecision(PolicyDecision decision, PolicyFacts policy) {
      shown++;
      if (shown <= MOST) {
        long epoch = decision.cycle() / policy.epochCycles();
        progress.decision(DecisionLine.of(epoch, decision, names, policy.objective()));
      } else if (shown == MOST + 1) {
        progress.decision("further decisions are in decisions.csv");
      }
    }

    @Override
    public boolean shouldContinue(double doneShare, long cycles, long warpInstructions) {
      return watcher.shouldContinue(doneShare, cycles, warpInstructions);
    }

    @Override
    public boolean isStopped() {
      return watcher.isStopped();
    }
  }
}
