package org.polyphony.gpu;

/** How much each process has issued; exact at the end of every cycle, never falling. */
public interface ProgressCounters {
  /** Returns the thread instructions (active lanes) that a process has issued since the start. */
  long threadInstructions(int process);

  /** Returns the warp instructions that a process has issued since the start. */
  long warpInstructions(int process);
}
