package org.polyphony.results;

import java.util.Locale;

/**
 * Columns of the CSV files of results that are read as well as written, in the order of
 * metrics.csv, which has their units and meaning.
 */
public enum ResultColumn {
  RUN,
  BENCHMARK,
  KERNEL,
  LAUNCH,
  EPOCH,
  CYCLE,
  CYCLES,
  START_CYCLE,
  END_CYCLE,
  WARP_INSTRUCTIONS,
  THREAD_INSTRUCTIONS,
  THREAD_BLOCKS,
  IPC,
  REQUEST,
  ARRIVAL_CYCLE,
  LATENCY_MICROS,
  SLOWDOWN,
  LATE,
  QUOTA,
  RESIDENT,
  WINDOW,
  ISSUED_PER_SM,
  IPC_PER_SM,
  SM,
  SLOT,
  EVENT,
  ROLE,
  THREAD_BLOCK,
  DECISION_CYCLE,
  DECISION,
  OUTCOME,
  ROLES,
  PARTITIONS,
  MEASURED,
  SCORES,
  MOVED,
  SETTLE_CYCLES,
  PAIR,
  CANDIDATE,
  SCORE,
  CHOSEN,
  JOB,
  APPLICATION,
  ACTIVITY,
  DEVICE,
  ARRIVAL_S,
  START_S,
  END_S,
  WAIT_S,
  KERNEL_S,
  CPU,
  GPU,
  GPU_MEMORY,
  CORE,
  CAUSE,
  METRIC,
  GROUP,
  SERIES,
  MEAN,
  LOW,
  HIGH,
  LEAST,
  MOST,
  FROM,
  TO,
  LARGEST,
  PAPER,
  RUNS,
  POINT,
  X_NAME,
  Y_NAME,
  X,
  Y;

  private static final String SECONDS = "_S";

  private final String heading = heading(name());

  /** Returns {@code endCycle} for {@code END_CYCLE}, {@code end_s} for {@code END_S}. */
  private static String heading(String name) {
    if (name.endsWith(SECONDS)) {
      return name.toLowerCase(Locale.ROOT);
    }
    StringBuilder heading = new StringBuilder();
    for (String word : name.split("_", -1)) {
      String lower = word.toLowerCase(Locale.ROOT);
      heading.append(heading.isEmpty() ? lower : word.charAt(0) + lower.substring(1));
    }
    return heading.toString();
  }

  /** Returns its heading in the file. */
  public String heading() {
    return heading;
  }
}
