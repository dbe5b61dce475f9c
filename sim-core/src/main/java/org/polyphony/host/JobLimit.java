package org.polyphony.host;

/**
 * The number of jobs that fit into the heap, so that a run that is too large is refused before it
 * starts.
 *
 * @param schedulers under which the jobs run, at least 1
 */
public record JobLimit(int schedulers) {
  // Measured with the heap in which 200,000 and 300,000 jobs just ran: 730 to 1,000 bytes per job
  // under one scheduler, and 190 to 230 for each further one.
  private static final long STATE_BYTES = 1000;
  private static final long RESULT_BYTES = 250;
  private static final int MEBIBYTE = 1 << 20;

  /** Returns the largest number of jobs, at least 1. */
  public long jobs() {
    return Runtime.getRuntime().maxMemory() / (STATE_BYTES + RESULT_BYTES * schedulers);
  }

  /** Returns the allowed values, for a message. */
  public String allowed() {
    return "at most %d jobs under %d schedulers with a heap of %d MiB (POLYPHONY_JAVA_OPTS=-Xmx2g)"
        .formatted(jobs(), schedulers, Runtime.getRuntime().maxMemory() / MEBIBYTE);
  }
}
