package org.polyphony.host;

/** What a job does at a time. */
public enum Activity {
  /** Waits for the job scheduler. */
  QUEUED,
  /** Waits for the GPU scheduler. */
  WAITING,
  /** Computes on its cores. */
  CPU,
  /** Copies over PCIe, its cores wait. */
  COPY,
  /** Has a kernel on the device, its cores wait. */
  KERNEL,
  /** Is over. */
  OVER
}
