package org.polyphony.run.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.commons.math3.analysis.UnivariateFunction;
import org.apache.commons.math3.analysis.solvers.BisectionSolver;
import org.polyphony.policy.partition.Objective;

/**
 * Workloads that share a device, each instruction window under the best partition for it, with free
 * and instant repartitioning; composed from a run under each partition. A workload's speed under a
 * partition depends on its position in the program, as in that partition's own run. A window ends
 * when all workloads together have issued its instructions; the trace, when every workload has
 * ended its first round. Source: GPU Maestro section 3.2.2, Figure 4.
 *
 * <p>Approximation: in the run that provides a speed, the other workloads were at other positions
 * in their programs (DEVIATIONS.md 53).
 */
final class OracleTrace {
  private static final double CYCLE_ACCURACY = 1e-3;
  private static final int EVALUATIONS = 200;

  private final List<List<ProgressCurve>> partitions;
  private final List<ProgressCurve> alone;
  private final double[] roundInstructions;
  private final double windowInstructions;
  private final Objective objective;

  /**
   * Composes the trace.
   *
   * @param partitions for each partition, the progress of each workload in its run
   * @param roundInstructions thread instructions per round of each workload
   * @param windowInstructions thread instructions per window, on the whole device
   * @param objective by which partitions are compared
   */
  OracleTrace(
      List<List<ProgressCurve>> partitions,
      List<ProgressCurve> alone,
      double[] roundInstructions,
      double windowInstructions,
      Objective objective) {
    this.partitions = List.copyOf(partitions);
    this.alone = List.copyOf(alone);
    this.roundInstructions = roundInstructions.clone();
    this.windowInstructions = windowInstructions;
    this.objective = objective;
  }

  /**
   * A window under one partition.
   *
   * @param start core cycle
   * @param end core cycle
   * @param from rounds completed by each workload at the start
   * @param to rounds completed by each workload at the end
   */
  record Window(int partition, double start, double end, List<Double> from, List<Double> to) {
    private boolean isLast() {
      return to.stream().allMatch(rounds -> rounds >= 1);
    }
  }

  /**
   * A chosen window.
   *
   * @param window under the best partition
   * @param scores of the window under each partition
   */
  record Choice(Window window, List<Double> scores) {}

  /** Returns the windows, by time. */
  List<Choice> choices() {
    List<Choice> choices = new ArrayList<>();
    double cycle = 0;
    List<Double> position = Collections.nCopies(alone.size(), 0.0);
    boolean isOver = false;
    while (!isOver) {
      Choice choice = choose(cycle, position);
      if (choice.window().isLast()) {
        isOver = true;
        choice = new Choice(untilAllEnded(choice.window()), choice.scores());
      }
      choices.add(choice);
      cycle = choice.window().end();
      position = choice.window().to();
    }
    return choices;
  }

  /** Returns the core cycle at which a workload completes its first round. */
  double firstRoundCycles(List<Choice> choices, int workload) {
    for (Choice choice : choices) {
      if (choice.window().to().get(workload) >= 1) {
        return endOfFirstRound(choice.window(), workload);
      }
    }
    throw new IllegalArgumentException("no end of the first round of workload " + workload);
  }

  private Choice choose(double cycle, List<Double> position) {
    List<Double> scores = new ArrayList<>();
    Window best = null;
    for (int p = 0; p < partitions.size(); p++) {
      Window window = window(p, cycle, position);
      double score = score(window);
      best =
          best == null || objective.isBetter(score, scores.get(best.partition())) ? window : best;
      scores.add(score);
    }
    return new Choice(best, scores);
  }

  private Window window(int partition, double cycle, List<Double> position) {
    UnivariateFunction excess =
        cycles -> issued(position, after(partition, position, cycles)) - windowInstructions;
    double most = 1;
    while (excess.value(most) < 0) {
      most *= 2;
    }
    double cycles = new BisectionSolver(CYCLE_ACCURACY).solve(EVALUATIONS, excess, 0, most);
    return new Window(
        partition, cycle, cycle + cycles, position, after(partition, position, cycles));
  }

  private List<Double> after(int partition, List<Double> position, double cycles) {
    List<Double> rounds = new ArrayList<>();
    for (int w = 0; w < position.size(); w++) {
      ProgressCurve curve = partitions.get(partition).get(w);
      rounds.add(curve.roundsAfter(curve.cyclesTo(position.get(w)) + cycles));
    }
    return rounds;
  }

  private double issued(List<Double> from, List<Double> to) {
    double sum = 0;
    for (int w = 0; w < from.size(); w++) {
      sum += (to.get(w) - from.get(w)) * roundInstructions[w];
    }
    return sum;
  }

  /** Returns the objective over the window: time alone of the work done, per cycle. */
  double score(Window window) {
    double[] progress = new double[alone.size()];
    for (int w = 0; w < progress.length; w++) {
      double done =
          alone.get(w).cyclesTo(window.to().get(w)) - alone.get(w).cyclesTo(window.from().get(w));
      progress[w] = done / (window.end() - window.start());
    }
    return objective.score(progress);
  }

  /** Truncates the last window at the end of the last first round. */
  private Window untilAllEnded(Window window) {
    double end = window.start();
    for (int w = 0; w < alone.size(); w++) {
      end = window.from().get(w) < 1 ? Math.max(end, endOfFirstRound(window, w)) : end;
    }
    List<Double> to = after(window.partition(), window.from(), end - window.start());
    to.replaceAll(rounds -> Math.max(1, rounds)); // compensates rounding in the last round
    return new Window(window.partition(), window.start(), end, window.from(), to);
  }

  private double endOfFirstRound(Window window, int workload) {
    ProgressCurve curve = partitions.get(window.partition()).get(workload);
    return window.start() + curve.cyclesTo(1) - curve.cyclesTo(window.from().get(workload));
  }
}
