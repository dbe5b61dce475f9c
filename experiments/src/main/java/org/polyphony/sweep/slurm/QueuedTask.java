package org.polyphony.sweep.slurm;

import java.util.Set;
import java.util.stream.Stream;

/**
 * A task of an array, as squeue shows it.
 *
 * @param job id of the array
 * @param task index in the array
 * @param state as RUNNING
 * @param reason why it waits or has failed
 */
record QueuedTask(String job, int task, String state, String reason) {
  /** States that a task does not leave again; squeue(1), JOB STATE CODES. */
  private static final Set<String> ENDED =
      Set.of(
          "BOOT_FAIL",
          "CANCELLED",
          "COMPLETED",
          "DEADLINE",
          "FAILED",
          "NODE_FAIL",
          "OUT_OF_MEMORY",
          "PREEMPTED",
          "REVOKED",
          "TIMEOUT");

  /** Parses {@code job|task|state|reason}; nothing when the job is no array. */
  static Stream<QueuedTask> parse(String line) {
    String[] fields = line.strip().split("\\|", 4);
    return fields.length == 4 && fields[1].matches("\\d{1,9}")
        ? Stream.of(new QueuedTask(fields[0], Integer.parseInt(fields[1]), fields[2], fields[3]))
        : Stream.empty();
  }

  /** Returns true while it waits or runs, or can be run again by the cluster. */
  boolean isLive() {
    return !ENDED.contains(state);
  }

  boolean isWaiting() {
    return state.equals("PENDING");
  }
}
