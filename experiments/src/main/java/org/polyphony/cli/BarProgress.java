package org.polyphony.cli;

import static org.polyphony.results.table.Formats.text;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.polyphony.input.BriefText;
import org.polyphony.run.Progress;

/** Progress as a bar for each stage: for a person at a terminal. */
final class BarProgress implements Progress {
  private static final long STEPS = 100; // few digits: they leave room for the bar
  private static final int ROOM_FOR_SPEED = 100; // columns, where a note stands beside it
  private final PrintStream out;
  private final int width;
  private ProgressBar bar;
  private long stageStart;
  private String note = "";
  private OptionalDouble left = OptionalDouble.empty(); // where the pace does not tell it
  private volatile double secondsLeft = Double.NaN; // read by the thread that draws

  /** Draws on a stream that is a terminal, {@code width} characters wide. */
  BarProgress(PrintStream out, int width) {
    this.out = out;
    this.width = width;
  }

  @Override
  public void begin(String stage) {
    close();
    stageStart = System.nanoTime();
    note = "";
    left = OptionalDouble.empty();
    secondsLeft = Double.NaN;
    bar =
        new ProgressBarBuilder()
            .setTaskName(BriefText.printable(stage))
            .setInitialMax(STEPS)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(500)
            .setEtaFunction(state -> timeLeft())
            .setConsumer(new ConsoleProgressBarConsumer(out, width))
            .build();
  }

  @Override
  public void left(double seconds) {
    left = OptionalDouble.of(seconds);
  }

  @Override
  public void note(String text) {
    note = BriefText.printable(text);
  }

  /** The bar, which is drawn again soon, gives way. */
  @Override
  public void say(String line) {
    out.print("\r" + " ".repeat(width - 1) + "\r" + BriefText.printable(line) + "\n");
    out.flush();
  }

  @Override
  public void update(double doneShare, long cycles, long warpInstructions) {
    double seconds = (System.nanoTime() - stageStart) / 1e9;
    secondsLeft = left.orElse(Progress.secondsLeft(seconds, doneShare));
    bar.stepTo((long) (doneShare * STEPS));
    String speed = text("%.2f M instr/s", warpInstructions / seconds / 1e6);
    boolean hasSpeed = cycles > 0 && (note.isEmpty() || width >= ROOM_FOR_SPEED);
    String between = hasSpeed && !note.isEmpty() ? ", " : "";
    bar.setExtraMessage(note + between + (hasSpeed ? speed : ""));
  }

  private Optional<Duration> timeLeft() {
    return Double.isFinite(secondsLeft)
        ? Optional.of(Duration.ofSeconds(Math.round(secondsLeft)))
        : Optional.empty();
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}
