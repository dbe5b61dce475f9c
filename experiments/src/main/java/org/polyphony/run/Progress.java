package org.polyphony.run;

/** Displays the progress of a command. */
@FunctionalInterface
public interface Progress extends AutoCloseable {
  /** Displays nothing. */
  Progress SILENT = (doneShare, cycles, warpInstructions) -> {};

  /** Below this completed share, the remaining time is a guess. */
  double LEAST_SHARE = 0.01;

  /** Estimates the remaining time of a stage from its pace so far; NaN if there is no basis. */
  static double secondsLeft(double secondsGone, double doneShare) {
    return doneShare >= LEAST_SHARE ? secondsGone * (1 - doneShare) / doneShare : Double.NaN;
  }

  /**
   * Begins a stage and ends the previous one; not displayed by default.
   *
   * @param stage description in a few words
   */
  default void begin(String stage) {}

  /**
   * Updates the progress of the stage.
   *
   * @param doneShare 0 to 1
   * @param cycles core cycles simulated in this stage
   * @param warpInstructions warp instructions simulated in this stage
   */
  void update(double doneShare, long cycles, long warpInstructions);

  /**
   * Says how long the stage still takes, where its pace so far does not tell; not displayed by
   * default.
   *
   * @param seconds not a number if nothing tells it
   */
  default void left(double seconds) {}

  /**
   * Adds a few words to the display of the stage; not displayed by default.
   *
   * @param text displayed until the next note
   */
  default void note(String text) {}

  /**
   * Prints a permanent line; not displayed by default.
   *
   * @param line the message
   */
  default void say(String line) {}

  /**
   * Displays a decision of a policy; by default as a permanent line.
   *
   * @param line the decision
   */
  default void decision(String line) {
    say(line);
  }

  /** Ends the last stage; does nothing by default. */
  @Override
  default void close() {}
}
