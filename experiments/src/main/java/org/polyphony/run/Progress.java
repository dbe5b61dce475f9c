package org.polyphony.run;

/** Shows how far a command is. */
@FunctionalInterface
public interface Progress extends AutoCloseable {
  /** Shows nothing. */
  Progress SILENT = (doneShare, cycles, warpInstructions) -> {};

  /** Before this share is done, the time left is a guess. */
  double LEAST_SHARE = 0.01;

  /** Returns the time left of a stage, as long as it goes on at its pace so far; else NaN. */
  static double secondsLeft(double secondsGone, double doneShare) {
    return doneShare >= LEAST_SHARE ? secondsGone * (1 - doneShare) / doneShare : Double.NaN;
  }

  /**
   * Begins a stage and ends the one before; by default it is not shown.
   *
   * @param stage what runs now, in a few words
   */
  default void begin(String stage) {}

  /**
   * Says how far the stage is.
   *
   * @param doneShare 0 to 1
   * @param cycles core cycles simulated in this stage
   * @param warpInstructions warp instructions simulated in this stage
   */
  void update(double doneShare, long cycles, long warpInstructions);

  /**
   * Adds a few words to what is shown of the stage; by default they are not shown.
   *
   * @param text until the next note
   */
  default void note(String text) {}

  /**
   * Shows a line that stays; by default it is not shown.
   *
   * @param line what has happened
   */
  default void say(String line) {}

  /**
   * Shows a decision of a policy as it is taken; by default as any line that stays.
   *
   * @param line the decision
   */
  default void decision(String line) {
    say(line);
  }

  /** Ends the last stage; by default nothing was shown of it. */
  @Override
  default void close() {}
}
