package org.polyphony.gpu.part.arbitration;

import java.util.Arrays;
import java.util.List;
import org.polyphony.gpu.part.PartKind;
import org.polyphony.input.Key;

/**
 * Deficit round robin between workloads by weights, and round robin between the inputs of a
 * workload: in its turn, a workload may move its weight times the quantum, and what it could not
 * use of that in its next turn. A workload without a packet loses the rest.
 *
 * <p>State per workload: the bytes that it may still move, and the input served last. Source:
 * Shreedhar and Varghese, SIGCOMM 1995, whose queues are the workloads here.
 */
final class WeightedRoundRobin implements Arbiter {
  /** Its parameters. */
  public record Parameters(
      @Key(
              value = "weight of each workload in their order; 1 for those that are not listed",
              eachMin = 1,
              eachMax = 1000,
              absent = "[]")
          List<Integer> weights,
      @Key(
              value = "what a workload of weight 1 may move in a turn",
              unit = "B",
              min = 1,
              max = 65536,
              absent = "64")
          int quantum) {}

  static final PartKind.Bundled<Arbiter, Requesters, Parameters> PART =
      new PartKind.Bundled<>(
          "weighted",
          "deficit round robin between workloads by weights, round robin between their inputs",
          "Shreedhar and Varghese, SIGCOMM 1995",
          Parameters.class,
          WeightedRoundRobin::new);

  private final Requesters requesters;
  private final int[] share; // by workload: bytes in a turn
  private final long[] deficit; // by workload: bytes that it may move
  private final int[] lastInput; // by workload
  private int turn; // workload

  WeightedRoundRobin(Requesters requesters, Parameters parameters) {
    this.requesters = requesters;
    int workloads = requesters.workloads();
    List<Integer> weights = parameters.weights();
    share = new int[workloads];
    Arrays.setAll(share, w -> parameters.quantum() * (w < weights.size() ? weights.get(w) : 1));
    deficit = new long[workloads];
    deficit[0] = share[0];
    lastInput = new int[workloads];
    Arrays.fill(lastInput, NONE);
  }

  @Override
  public int choose(long cycle) {
    int next = nextOf(turn);
    while (next == NONE || requesters.bytes(next) > deficit[turn]) {
      deficit[turn] = next == NONE ? 0 : deficit[turn];
      turn = turn + 1 == share.length ? 0 : turn + 1;
      deficit[turn] += share[turn];
      next = nextOf(turn);
    }
    deficit[turn] -= requesters.bytes(next);
    lastInput[turn] = requesters.input(next);
    return next;
  }

  /** Returns the requester of a workload whose input comes next in turn, or {@link #NONE}. */
  private int nextOf(int workload) {
    int first = NONE;
    for (int i = 0; i < requesters.size(); i++) {
      boolean isOfWorkload = requesters.workload(i) == workload;
      if (isOfWorkload && requesters.input(i) > lastInput[workload]) {
        return i;
      }
      first = isOfWorkload && first == NONE ? i : first;
    }
    return first;
  }
}
