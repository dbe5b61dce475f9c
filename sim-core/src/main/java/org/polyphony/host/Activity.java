package org.polyphony.host;

/** The current activity of a job. */
public enum Activity {
  /** Waiting for the job scheduler. */
  QUEUED,
  /** Waiting for the GPU scheduler. */
  WAITING,
  /** Computing on its cores. */
  CPU,
  /** Copying over PCIe while its cores wait. */
  COPY,
  /** Running a kernel while its cores wait. */
  KERNEL,
  /** Ended. */
  OVER
}
