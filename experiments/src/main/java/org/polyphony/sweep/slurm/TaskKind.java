package org.polyphony.sweep.slurm;

import java.util.Locale;

/** What the tasks of an array do. */
public enum TaskKind {
  /** Work whose results several runs share. */
  PREPARATIONS,
  /** Runs. */
  RUNS;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
