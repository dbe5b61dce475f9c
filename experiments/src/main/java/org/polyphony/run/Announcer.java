package org.polyphony.run;

import java.util.List;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.simulation.RunWatcher;

/**
 * Shows the decisions of a policy while it runs, the first of them each in a line: {@code
 * decisions.csv} has all.
 */
final class Announcer implements RunWatcher {
  private static final int MOST = 40;

  private final RunWatcher watcher;
  private final Progress progress;
  private final List<String> names;
  private final String objective;
  private final int epochCycles;
  private int shown;

  /** Shows those of an experiment, and passes on what else a watcher hears. */
  Announcer(RunWatcher watcher, Experiment experiment, Progress progress) {
    this.watcher = watcher;
    this.progress = progress;
    this.names = experiment.inputs().stream().map(Experiment.Input::name).toList();
    this.objective = experiment.objective();
    this.epochCycles = experiment.request().epochCycles();
  }

  @Override
  public void decided(PolicyDecision decision) {
    shown++;
    if (shown <= MOST) {
      long epoch = decision.cycle() / epochCycles;
      progress.decision(DecisionLine.of(epoch, decision, names, objective));
    } else if (shown == MOST + 1) {
      progress.decision("further decisions: decisions.csv");
    }
  }

  @Override
  public boolean goOn(double doneShare, long cycles, long warpInstructions) {
    return watcher.goOn(doneShare, cycles, warpInstructions);
  }

  @Override
  public boolean isStopped() {
    return watcher.isStopped();
  }
}
