package org.polyphony.timeline;

/**
 * A row of the timeline.
 *
 * @param process 1 for the device, 2 and up for SMs; of a host experiment odd for the jobs of a
 *     scheduler's run, even for its machine
 * @param thread within it
 */
record Track(int process, int thread) {
  private static final int DEVICE = 1;
  private static final int FIRST_SM = 2;

  static int hostJobs(int run) {
    return 1 + 2 * run;
  }

  static int hostMachine(int run) {
    return 2 + 2 * run;
  }

  /** Rows of the device. */
  static Track device(int row) {
    return new Track(DEVICE, row);
  }

  /** What an SM is used for. */
  static Track role(int sm) {
    return new Track(FIRST_SM + sm, 0);
  }

  /** A thread-block slot of an SM. */
  static Track slot(int sm, int slot) {
    return new Track(FIRST_SM + sm, 1 + slot);
  }
}
