package org.polyphony.results.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.policy.partition.PolicyDecision.Candidate;
import org.polyphony.policy.partition.PolicyDecision.Share;
import org.polyphony.simulation.RunResult;

/**
 * A row of {@code decisions.csv}: a benchmark's share under a candidate of a decision.
 *
 * @param epoch of the decision
 * @param pair the benchmarks concerned
 * @param candidate the partition
 * @param share of the benchmark
 * @param benchmark name of the benchmark
 */
public record DecisionRow(
    int epoch,
    PolicyDecision decision,
    String pair,
    Candidate candidate,
    Share share,
    String benchmark) {
  /** Returns the rows of a run, in the order of its decisions. */
  public static List<DecisionRow> of(Outcome outcome) {
    List<String> names =
        outcome.experiment().inputs().stream().map(Experiment.Input::name).toList();
    return of(outcome.shared(), names);
  }

  public static List<DecisionRow> of(RunResult run, List<String> names) {
    List<RunResult.EpochRow> epochs = run.epochs();
    List<DecisionRow> rows = new ArrayList<>();
    int at = 0; // last epoch that has started: decisions are in order of time
    for (PolicyDecision decision : run.partitioning().decisions()) {
      while (at + 1 < epochs.size() && epochs.get(at + 1).startCycle() <= decision.cycle()) {
        at++;
      }
      int epoch = epochs.isEmpty() ? 0 : epochs.get(at).epoch();
      String pair =
          decision.processes().stream()
              .map(process -> DecisionLine.name(names, process))
              .collect(Collectors.joining("/"));
      for (Candidate candidate : decision.candidates()) {
        for (Share share : candidate.shares()) {
          String name = DecisionLine.name(names, share.process());
          rows.add(new DecisionRow(epoch, decision, pair, candidate, share, name));
        }
      }
    }
    return rows;
  }

  /** Returns the benchmark's thread blocks per SM; empty if not tried. */
  Optional<Integer> threadBlocks() {
    return share.threadBlocks() == Share.UNKNOWN
        ? Optional.empty()
        : Optional.of(share.threadBlocks());
  }
}
