package org.polyphony.gpu.part.dram;

/**
 * What a {@link DramScheduler} sees of its channel: the requests of the scheduler queue in order of
 * arrival, request 0 the oldest, and the banks.
 */
public interface DramQueue {
  /** No row. */
  int NONE = -1;

  /** Returns the requests in the queue; they are numbered from 0. */
  int size();

  /** Returns the banks of the channel, at most 64; they are numbered from 0. */
  int banks();

  /** Returns the workloads of the run; they are numbered from 0. */
  int workloads();

  /** Returns a seed for this scheduler, at least 0; each channel has another, from the run's. */
  long seed();

  /**
   * Returns the workload whose memory a request reads or writes. Saved contexts of preempted thread
   * blocks belong to workload 0 unless the device is divided.
   */
  int workload(int request);

  int bank(int request);

  /** Returns the row within the bank; for equality only. */
  int row(int request);

  /** Returns the command clock in which a request entered the queue. */
  long arrival(int request);

  boolean isWrite(int request);

  /** Returns the column commands that a request needs, at least 1. */
  int bursts(int request);

  /** Returns whether a request is to the bank whose turn it is, which serves no other one. */
  boolean mayServe(int request);

  /** Returns whether a request is to the row that its bank opened last. */
  boolean isRowHit(int request);

  /** Returns the row that a bank opened last; {@link #NONE} after a refresh. */
  int openRow(int bank);

  /**
   * Returns the bank whose turn it is. Idle banks with requests are offered in rotating order,
   * which advances with each choice, and to the bank after one that opens or closes a row.
   */
  int firstBank();
}
