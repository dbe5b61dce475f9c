package org.polyphony.study.pairs;

import java.util.List;
import org.polyphony.run.Progress;
import org.polyphony.run.Standing;

/** Shows how far the runs of a figure are, and how long the others will take. */
final class PairProgress implements Progress {
  private final String figure;
  private final int jobs;
  private final List<PairRun> runs;
  private final Progress shown;
  private final long start = System.nanoTime();

  PairProgress(String figure, int jobs, List<PairRun> runs, Progress shown) {
    this.figure = figure;
    this.jobs = jobs;
    this.runs = List.copyOf(runs);
    this.shown = shown;
  }

  @Override
  public void begin(String stage) {
    shown.begin(figure);
  }

  @Override
  public void update(double doneShare, long cycles, long warpInstructions) {
    shown.update(standing());
  }

  private Standing standing() {
    double secondsGone = (System.nanoTime() - start) / 1e9;
    return new TimeLeft(jobs, secondsGone, runs.stream().map(PairRun::work).toList()).standing();
  }

  /** Says where it ended. */
  @Override
  public void close() {
    shown.say(figure + ": " + standing().words());
  }
}
