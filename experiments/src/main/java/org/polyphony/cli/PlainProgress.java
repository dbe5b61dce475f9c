package org.polyphony.cli;

import static org.polyphony.results.table.Formats.duration;
import static org.polyphony.results.table.Formats.text;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;
import org.polyphony.run.Progress;

/**
 * Progress as lines of text, for logs and batch systems: at most one every few seconds, and rarer
 * as time goes on, so that a night of them is still read at a glance.
 */
final class PlainProgress implements Progress {
  private static final long INTERVAL_NANOS = 5_000_000_000L;
  private static final long LONGEST_INTERVAL_NANOS = 300_000_000_000L;
  private static final int INTERVAL_PARTS = 20; // of the time gone that one line waits
  private final PrintWriter out;
  private final LongSupplier nanoTime;
  private String stage = "";
  private String note = "";
  private OptionalDouble left = OptionalDouble.empty(); // where the pace does not tell it
  private long stageStart;
  private long nextLine;

  /** Writes to a stream, by a clock of nanoseconds. */
  PlainProgress(PrintWriter out, LongSupplier nanoTime) {
    this.out = out;
    this.nanoTime = nanoTime;
    this.nextLine = nanoTime.getAsLong() + INTERVAL_NANOS;
  }

  @Override
  public void begin(String stage) {
    this.stage = stage;
    note = "";
    left = OptionalDouble.empty();
    stageStart = nanoTime.getAsLong();
  }

  @Override
  public void left(double seconds) {
    left = OptionalDouble.of(seconds);
  }

  @Override
  public void note(String text) {
    note = ", " + text;
  }

  @Override
  public void say(String line) {
    out.println(line);
    out.flush();
  }

  @Override
  public void update(double doneShare, long cycles, long warpInstructions) {
    long now = nanoTime.getAsLong();
    if (now - nextLine < 0 || (cycles == 0 && note.isEmpty())) {
      return;
    }
    long gone = now - stageStart;
    nextLine =
        now + Math.max(INTERVAL_NANOS, Math.min(LONGEST_INTERVAL_NANOS, gone / INTERVAL_PARTS));
    double seconds = gone / 1e9;
    double secondsLeft = left.orElse(Progress.secondsLeft(seconds, doneShare));
    out.printf(
        Locale.ROOT,
        "%s: %.0f%%%s%s%s%n",
        stage,
        100 * doneShare,
        note,
        cycles == 0 ? "" : speed(cycles, warpInstructions / seconds),
        Double.isNaN(secondsLeft) ? "" : ", " + duration(secondsLeft) + " left");
    out.flush();
  }

  private static String speed(long cycles, double perSecond) {
    return text(", %d cycles, %.2f M warp instructions/s", cycles, perSecond / 1e6);
  }

  @Override
  public void close() {
    out.flush();
  }
}
