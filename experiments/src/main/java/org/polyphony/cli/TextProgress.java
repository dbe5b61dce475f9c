package org.polyphony.cli;

import static org.polyphony.results.table.Formats.duration;
import static org.polyphony.results.table.Formats.text;

import java.io.PrintWriter;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;
import org.polyphony.input.BriefText;
import org.polyphony.run.Progress;

/**
 * Progress as text: on a terminal one line that is drawn again, elsewhere lines for logs, at most
 * one every few seconds, and rarer as time goes on, so that a night of them is read at a glance.
 */
final class TextProgress implements Progress {
  private static final String ERASE = "\r\u001b[K"; // what is drawn in the line of a terminal
  private static final int WIDTH = 79; // of a line that is drawn again: one that wraps stays
  private static final long REDRAW_NANOS = 500_000_000L;
  private static final long INTERVAL_NANOS = 5_000_000_000L;
  private static final long LONGEST_INTERVAL_NANOS = 300_000_000_000L;
  private static final int INTERVAL_PARTS = 20; // of the time gone that one line waits

  private final PrintWriter out;
  private final boolean isTerminal;
  private final LongSupplier nanoTime;
  private String stage = "";
  private String note = "";
  private OptionalDouble left = OptionalDouble.empty(); // where the pace does not tell it
  private long stageStart;
  private long nextLine;

  /** Writes to a stream, which may be a terminal, by a clock of nanoseconds. */
  TextProgress(PrintWriter out, boolean isTerminal, LongSupplier nanoTime) {
    this.out = out;
    this.isTerminal = isTerminal;
    this.nanoTime = nanoTime;
    this.nextLine = nanoTime.getAsLong() + (isTerminal ? 0 : INTERVAL_NANOS);
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
    erase();
    out.println(BriefText.printable(line));
    out.flush();
  }

  @Override
  public void update(double doneShare, long cycles, long warpInstructions) {
    long now = nanoTime.getAsLong();
    if (now - nextLine < 0 || (cycles == 0 && note.isEmpty())) {
      return;
    }
    long gone = now - stageStart;
    double seconds = gone / 1e9;
    double secondsLeft = left.orElse(Progress.secondsLeft(seconds, doneShare));
    String line =
        text(
            "%s: %.0f%%%s%s%s",
            stage,
            100 * doneShare,
            note,
            cycles == 0 ? "" : speed(cycles, warpInstructions / seconds),
            Double.isNaN(secondsLeft) ? "" : ", " + duration(secondsLeft) + " left");
    if (isTerminal) {
      nextLine = now + REDRAW_NANOS;
      erase();
      out.print(BriefText.printable(line.substring(0, Math.min(WIDTH, line.length()))));
      out.flush();
    } else {
      long waited = Math.min(LONGEST_INTERVAL_NANOS, gone / INTERVAL_PARTS);
      nextLine = now + Math.max(INTERVAL_NANOS, waited);
      say(line);
    }
  }

  private static String speed(long cycles, double perSecond) {
    return text(", %d cycles, %.2f M warp instructions/s", cycles, perSecond / 1e6);
  }

  private void erase() {
    out.print(isTerminal ? ERASE : "");
  }

  @Override
  public void close() {
    erase();
    out.flush();
  }
}
