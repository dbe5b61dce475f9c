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
   * Returns the request that its bank serves next; it then leaves the queue. Called once in each
   * command clock in which an idle bank has a request.
   *
   * @param clock of DRAM commands
   * @return the index of a request for which {@link DramQueue#mayServe} holds, there is at least
   *     one; {@link #NONE} to wait for the next clock
   */
  int choose(long clock);
}
