package org.polyphony.sweep.slurm;

import java.util.Locale;

/** What the tasks of an array do. */
public enum TaskKind {
  /** Work whose results several runs share. */
  PREPARATIONS,
  /** Runs. */
  RUNS;

  /** Returns its name on command lines and in file names. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
