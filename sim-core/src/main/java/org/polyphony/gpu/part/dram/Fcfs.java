package org.polyphony.gpu.part.dram;

import org.polyphony.gpu.part.PartKind;

/**
 * First come, first served: the oldest request of the channel waits for its bank, all others for
 * it.
 */
final class Fcfs implements DramScheduler {
  static final PartKind.Bundled<DramScheduler, DramQueue, PartKind.None> PART =
      new PartKind.Bundled<>(
          "fcfs",
          "requests of a channel in order of arrival",
          "Rixner et al., ISCA 2000",
          PartKind.None.class,
          (queue, none) -> new Fcfs(queue));

  private final DramQueue queue;

  Fcfs(DramQueue queue) {
    this.queue = queue;
  }

  @Override
  public int choose(long clock) {
    return queue.mayServe(0) ? 0 : NONE;
  }
}
