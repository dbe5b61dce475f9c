package org.polyphony.gpu.part.dram;

/**
 * Chooses the request that a DRAM channel serves next. Each channel has a scheduler of its own. Its
 * public constructor takes {@link DramQueue}, or that and a record of parameters.
 *
 * <p>A bank serves one request at a time: it opens the row if it must, and transfers the data. The
 * channel orders the commands of different banks itself. A scheduler must be deterministic: it
 * draws random numbers from {@link DramQueue#seed} only.
 */
public interface DramScheduler {
  /** No request. */
  int NONE = -1;

  /**
   * Returns the request that the bank whose turn it is serves next; it then leaves the queue. In
   * each command clock one idle bank gets a request: the banks are offered in turn until a request
   * is chosen for one. So the order of banks is that of FR-FCFS whatever the scheduler, and a
   * scheduler that chooses row hits first, then the oldest request, gives the same cycles as {@code
   * fr-fcfs}.
   *
   * @param clock of DRAM commands
   * @return the index of a request for which {@link DramQueue#mayServe} holds, there is at least
   *     one; {@link #NONE} to let the next bank have its turn
   */
  int choose(long clock);
}
