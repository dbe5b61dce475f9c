package org.polyphony.run;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.policy.partition.PolicyDecision.Candidate;
import org.polyphony.policy.partition.PolicyDecision.Share;
import org.polyphony.store.Json;

/** The rows of {@code decisions.csv}: one for each candidate and benchmark of each decision. */
final class DecisionRows {
  private final List<String> benchmarks;
  private final RunResult run;
  private int row; // of the run's epochs, at or before the decision

  /**
   * Makes the rows of a run.
   *
   * @param run its result
   * @param benchmarks names of its workloads
   */
  DecisionRows(RunResult run, List<String> benchmarks) {
    this.run = run;
    this.benchmarks = benchmarks;
  }

  /** Hands over the fields of every row. */
  void forEach(Consumer<List<String>> writer) {
    for (PolicyDecision decision : run.partitioning().decisions()) {
      String pair =
          decision.processes().stream().map(benchmarks::get).collect(Collectors.joining("/"));
      String epoch = Integer.toString(epochOf(decision));
      for (Candidate candidate : decision.candidates()) {
        for (Share share : candidate.shares()) {
          writer.accept(
              List.of(
                  epoch,
                  Long.toString(decision.cycle()),
                  pair,
                  candidate.name(),
                  benchmarks.get(share.process()),
                  share.threadBlocks() == Share.UNKNOWN
                      ? ""
                      : Integer.toString(share.threadBlocks()),
                  Json.field(share.ipc()),
                  Json.field(candidate.score()),
                  Boolean.toString(decision.isChosen(candidate))));
        }
      }
    }
  }

  /** Returns the epoch in whose cycles a decision was taken; decisions are in order of time. */
  private int epochOf(PolicyDecision decision) {
    List<RunResult.EpochRow> epochs = run.epochs();
    while (row + 1 < epochs.size() && epochs.get(row + 1).startCycle() <= decision.cycle()) {
      row++;
    }
    return epochs.isEmpty() ? 0 : epochs.get(row).epoch();
  }
}
