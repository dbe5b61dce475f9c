package org.polyphony.sweep.slurm;

import java.nio.file.Path;
import org.polyphony.run.Progress;

/** Writes the status of a task of runs now and then. Used by several threads. */
final class StatusReport implements Progress {
  private static final long INTERVAL_NANOS = 10_000_000_000L;

  private final Path file;
  private final int runs;
  private final int endedBefore;
  private int ended;
  private int failed;
  private double share;
  private long cycles;
  private long warpInstructions;
  private long nextWrite = System.nanoTime();

  /** Reports to a file about a task of {@code runs}, of which some have ended before. */
  StatusReport(Path file, int runs, int endedBefore) {
    this.file = file;
    this.runs = runs;
    this.endedBefore = endedBefore;
    this.ended = endedBefore;
  }

  /** Notes a run that has ended. */
  synchronized void end(boolean hasFailed) {
    ended++;
    failed += hasFailed ? 1 : 0;
    writeNowAndThen();
  }

  @Override
  public synchronized void update(double doneShare, long nowCycles, long nowWarpInstructions) {
    share = doneShare;
    cycles = nowCycles;
    warpInstructions = nowWarpInstructions;
    writeNowAndThen();
  }

  private void writeNowAndThen() {
    if (System.nanoTime() - nextWrite >= 0) {
      write(false);
      nextWrite = System.nanoTime() + INTERVAL_NANOS;
    }
  }

  /** Writes the status for the last time. */
  synchronized void end() {
    write(ended == runs);
  }

  private void write(boolean isOver) {
    double done = endedBefore + share * (runs - endedBefore);
    new TaskStatus(ended, failed, done, cycles, warpInstructions, isOver).write(file);
  }
}
