package org.polyphony.host;

import org.polyphony.host.app.Job;

/** Decides when a submitted job starts, on which node, and whether it is bound to a device. */
public interface JobScheduler {
  /** No job. */
  int NONE = -1;

  /**
   * A job is submitted.
   *
   * @param job its number
   * @throws org.polyphony.input.InvalidInputException if it can never start
   */
  void submit(int job, Job what);

  /** Returns the next job that starts now and takes it, {@link #NONE} when none can. */
  int next();

  /** Returns the node of a job that has started. */
  int node(int job);

  /**
   * Returns the device that a job is bound to, {@link org.polyphony.host.app.TaskNeed#ANY} when the
   * GPU scheduler chooses.
   */
  int device(int job);

  /** A job that has started is over; what it claimed is free. */
  void ended(int job);
}
