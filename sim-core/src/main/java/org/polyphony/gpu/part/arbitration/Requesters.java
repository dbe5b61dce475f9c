package org.polyphony.gpu.part.arbitration;

/**
 * What an {@link Arbiter} sees of its port: the inputs whose first packet can move through the port
 * now, in ascending order; requester 0 is the lowest.
 *
 * <p>In the crossbar, inputs are SMs and ports are L2 slices, or the other way round for replies.
 * While an input sends the sectors of one line back to back, it is the only requester. At the port
 * of a DRAM channel, inputs are its L2 slices.
 */
public interface Requesters {
  /** Returns the requesters, at least 1 when an arbiter is asked; they are numbered from 0. */
  int size();

  /** Returns the inputs of the port, whether they have a packet or not; numbered from 0. */
  int inputs();

  /** Returns the workloads of the run; they are numbered from 0. */
  int workloads();

  /** Returns a seed for this arbiter, at least 0; each port has another, from the run's. */
  long seed();

  /** Returns the input of a requester. */
  int input(int requester);

  /**
   * Returns the workload whose memory the packet reads or writes. Saved contexts of preempted
   * thread blocks belong to workload 0 unless the device is divided.
   */
  int workload(int requester);

  /** Returns the cycle in which the packet reached the crossbar, or the queue to DRAM. */
  long arrival(int requester);

  /** Returns the bytes that the port moves for the packet, at least 1. */
  int bytes(int requester);

  /** Returns whether the packet carries or acknowledges a write to memory. */
  boolean isWrite(int requester);
}
