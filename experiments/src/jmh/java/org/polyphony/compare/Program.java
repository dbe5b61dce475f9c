package org.polyphony.compare;

import java.util.List;

/** One build of Polyphony, driven through its command line. */
interface Program extends AutoCloseable {
  /**
   * What a command gave.
   *
   * @param code its exit code; {@link #CRASHED} when it threw what no command may throw
   * @param message what it said: standard output after 0, standard error after all else
   */
  record Exit(int code, String message) {}

  /** The exit code of a command that ended by an error that it did not handle. */
  int CRASHED = -1;

  /**
   * Runs a command to its end.
   *
   * @param arguments those after {@code polyphony}
   */
  Exit run(List<String> arguments);

  @Override
  void close();
}
