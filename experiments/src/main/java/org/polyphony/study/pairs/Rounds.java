package org.polyphony.study.pairs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.polyphony.run.Progress;
import org.polyphony.simulation.StopFlag;
import org.polyphony.sweep.Batch;

/** How long the rounds of benchmarks are: as seed 1 says, whatever seed a run has. */
record Rounds(PairExperiments experiments, RoundLength length, PairRuns.Extent extent) {
  private Optional<Long> known(String benchmark) {
    String hash = experiments.aloneHash(benchmark, extent.instructionBudget(), 1);
    return length.known(RoundLength.id(hash, extent.cycles()), benchmark);
  }

  /**
   * Finds the rounds of the benchmarks of pairs; runs those alone that are not known yet.
   *
   * @return thread instructions by benchmark; of no use after a stop
   */
  Map<String, Long> of(List<Pair> pairs, Progress progress, StopFlag stop) {
    Map<String, Long> budgets = new TreeMap<>();
    pairs.forEach(pair -> pair.names().forEach(b -> budgets.put(b, extent.instructionBudget())));
    if (extent.cycles() == 0) {
      return budgets;
    }
    List<Round> left = new ArrayList<>();
    for (Map.Entry<String, Long> budget : budgets.entrySet()) {
      known(budget.getKey())
          .ifPresentOrElse(budget::setValue, () -> left.add(new Round(budget, stop)));
    }
    if (!left.isEmpty()) {
      new Batch(extent.jobs(), progress, stop).run(left);
    }
    for (Round round : left) {
      if (round.failure != null) {
        throw round.failure;
      }
    }
    return budgets;
  }

  /** The round of one benchmark; its entry holds the length, which is read after the batch. */
  private final class Round implements Batch.Task {
    private final Map.Entry<String, Long> budget;
    private final StopFlag stop;
    private RuntimeException failure;

    Round(Map.Entry<String, Long> budget, StopFlag stop) {
      this.budget = budget;
      this.stop = stop;
    }

    @Override
    public void run(Progress progress) {
      length
          .of(experiments.alone(budget.getKey()), extent.cycles(), stop)
          .ifPresent(budget::setValue);
    }

    @Override
    public void failed(RuntimeException cause) {
      failure = cause;
    }
  }
}
