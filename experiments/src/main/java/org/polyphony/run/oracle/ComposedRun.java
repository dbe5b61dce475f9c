package org.polyphony.run.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.polyphony.policy.partition.Oracle;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.simulation.EventLog;
import org.polyphony.simulation.PolicyFacts;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;

/** The result of a composed run: an {@link OracleTrace} in the form of a simulated run's result. */
final class ComposedRun {
  private static final RunResult.Device NO_DEVICE =
      new RunResult.Device(0, 0, 0, 0, 0, 0, 0, 0, Map.of(), Map.of());
  private static final RunResult.Fragmentation WHOLE = new RunResult.Fragmentation(0, 0, 0, 0);

  private final PolicyFacts policy;
  private final List<Oracle.Candidate> candidates;
  private final List<RunResult> runs;
  private final List<RunResult.Benchmark> rounds; // alone
  private final OracleTrace trace;
  private final List<OracleTrace.Choice> choices;
  private final List<PolicyDecision> decisions; // of the chosen windows

  /** Composes the run. */
  ComposedRun(
      Oracle oracle,
      RunSpec spec,
      List<Oracle.Candidate> candidates,
      List<RunResult> runs,
      List<RunResult> alone) {
    this.policy = facts(oracle, spec);
    this.candidates = candidates;
    this.runs = runs;
    this.rounds = alone.stream().map(run -> run.benchmarks().get(0)).toList();
    this.trace =
        new OracleTrace(
            runs.stream().map(run -> curves(run, rounds.size())).toList(),
            alone.stream().map(run -> new ProgressCurve(run, 0)).toList(),
            rounds.stream().mapToDouble(RunResult.Benchmark::threadInstructions).toArray(),
            (double) oracle.parameters().windowInstructions() * spec.gpu().sms(),
            oracle.parameters().objective());
    this.choices = trace.choices();
    this.decisions = choices.stream().map(this::decision).toList();
  }

  private static PolicyFacts facts(Oracle oracle, RunSpec spec) {
    return PolicyFacts.ofStatic(oracle.objective(), spec);
  }

  private static List<ProgressCurve> curves(RunResult run, int workloads) {
    return IntStream.range(0, workloads).mapToObj(w -> new ProgressCurve(run, w)).toList();
  }

  /** Returns the result of a run that was stopped before it could be composed. */
  static RunResult stopped(Oracle oracle, RunSpec spec) {
    RunResult.Benchmark none = new RunResult.Benchmark(0, 0, 0, 0, false);
    RunResult.Partitioning nothing =
        new RunResult.Partitioning(facts(oracle, spec), List.of(), Map.of(), Map.of(), 0, 0, WHOLE);
    return result(
        true, 0, Collections.nCopies(spec.workloads().size(), none), nothing, List.of(), List.of());
  }

  RunResult result() {
    List<RunResult.Benchmark> benchmarks = new ArrayList<>();
    for (int w = 0; w < rounds.size(); w++) {
      List<Double> to = choices.get(choices.size() - 1).window().to();
      benchmarks.add(
          new RunResult.Benchmark(
              rounds.get(w).warpInstructions(),
              rounds.get(w).threadInstructions(),
              Math.round(trace.firstRoundCycles(choices, w)),
              (int) Math.ceil(to.get(w)) - 1,
              true));
    }
    long cycles = Math.round(choices.get(choices.size() - 1).window().end());
    return result(false, cycles, benchmarks, partitioning(), epochs(), parts());
  }

  private static RunResult result(
      boolean partial,
      long cycles,
      List<RunResult.Benchmark> benchmarks,
      RunResult.Partitioning partitioning,
      List<RunResult.EpochRow> epochs,
      List<RunResult.Part> parts) {
    return new RunResult(
        partial,
        cycles,
        epochs.stream().mapToLong(RunResult.EpochRow::warpInstructions).sum(),
        epochs.stream().mapToLong(RunResult.EpochRow::threadInstructions).sum(),
        benchmarks,
        List.of(),
        NO_DEVICE,
        List.of(),
        partitioning,
        epochs,
        List.of(),
        List.of(),
        List.of(),
        new EventLog(),
        List.of(),
        parts);
  }

  private RunResult.Partitioning partitioning() {
    return new RunResult.Partitioning(policy, decisions, Map.of(), Map.of(), 0, 0, WHOLE);
  }

  private List<RunResult.EpochRow> epochs() {
    List<RunResult.EpochRow> rows = new ArrayList<>();
    for (int i = 0; i < choices.size(); i++) {
      for (int w = 0; w < rounds.size(); w++) {
        rows.add(epoch(i, w));
      }
    }
    return rows;
  }

  private RunResult.EpochRow epoch(int number, int workload) {
    OracleTrace.Window window = choices.get(number).window();
    RunResult.Benchmark round = rounds.get(workload);
    return new RunResult.EpochRow(
        number,
        Math.round(window.start()),
        Math.round(window.end()),
        workload,
        "",
        issued(window, workload, round.warpInstructions()),
        issued(window, workload, round.threadInstructions()),
        0,
        0,
        Optional.of(decisions.get(number)));
  }

  private static long issued(OracleTrace.Window window, int workload, long ofRound) {
    return Math.round(window.to().get(workload) * ofRound)
        - Math.round(window.from().get(workload) * ofRound);
  }

  private PolicyDecision decision(OracleTrace.Choice choice) {
    List<Integer> workloads = IntStream.range(0, rounds.size()).boxed().toList();
    List<PolicyDecision.Share> shares =
        workloads.stream().map(PolicyDecision.Share::untried).toList();
    List<PolicyDecision.Candidate> compared = new ArrayList<>();
    for (int p = 0; p < candidates.size(); p++) {
      compared.add(
          new PolicyDecision.Candidate(candidates.get(p).name(), choice.scores().get(p), shares));
    }
    Oracle.Candidate chosen = candidates.get(choice.window().partition());
    return new PolicyDecision(
        Math.round(choice.window().start()), workloads, chosen.outcome(), chosen.name(), compared);
  }

  private List<RunResult.Part> parts() {
    List<RunResult.Part> parts = new ArrayList<>();
    for (int p = 0; p < candidates.size(); p++) {
      int partition = p;
      long windows = choices.stream().filter(c -> c.window().partition() == partition).count();
      parts.add(new RunResult.Part(candidates.get(p).name(), runs.get(p).benchmarks(), windows));
    }
    return parts;
  }
}
