package org.polyphony.policy.partition;

import java.util.List;
import java.util.stream.IntStream;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.input.Key;
import org.polyphony.input.Violation;

/**
 * Simultaneous multikernel with a fixed number of thread blocks, or a fixed share of an SM's
 * threads, for each process. While a kernel has no thread blocks left to launch, its share goes to
 * the others in proportion to theirs and is restored by preemption. Source: GPU Maestro Figure 2.
 *
 * <p>One process may instead have as many thread blocks as fit beside the others, which then leave
 * room for one of its own.
 *
 * <p>Every kernel may have at least one thread block per SM. Counts that do not fit together are
 * reached as far as possible; if not even one thread block of each kernel fits, SMs are split as by
 * {@link SpatialEven}.
 */
public final class SmkFixed implements PartitionPolicy {
  public static final String NAME = "smk-fixed";

  public static final PolicyKind<?> KIND =
      new PolicyKind<>(
          NAME,
          "each process has a fixed part of every SM",
          "GPU Maestro Figure 2",
          Parameters.class,
          SmkFixed::new);

  /** In place of a count: as many as fit beside the others. */
  public static final int REST = 0;

  private static final double ROUNDING = 1e-9;
  private final Parameters parameters;
  private final SmkQuotas smk = new SmkQuotas();
  private final ShortLaunches launches = new ShortLaunches();

  public SmkFixed(Parameters parameters) {
    this.parameters = parameters;
  }

  /**
   * Parameters; exactly one of the two lists is not empty.
   *
   * @param threadBlocks thread blocks per SM of each process, each at least 1, or {@link #REST} for
   *     at most one of them
   * @param threadShares share of an SM's threads of each process, each above 0, at most 1 in total
   */
  public record Parameters(
      @Key(
              value =
                  "thread blocks per SM of each workload, in order; 0, for one of them, is as many"
                      + " as fit beside the others",
              eachMax = 32,
              absent = "[]")
          List<Integer> threadBlocks,
      @Key(
              value = "share of an SM's threads of each workload, in order; the sum is at most 1",
              eachMax = 1,
              absent = "[]")
          List<Double> threadShares) {
    public Parameters {
      threadBlocks = List.copyOf(threadBlocks);
      threadShares = List.copyOf(threadShares);
    }
  }

  @Override
  public List<Violation> violations(GpuConfig gpu, int processes) {
    List<Integer> blocks = parameters.threadBlocks();
    List<Double> shares = parameters.threadShares();
    String perWorkload = "one number per workload: " + processes;
    double sum = shares.stream().mapToDouble(Double::doubleValue).sum();
    Violation.Checks checks =
        new Violation.Checks()
            .require(
                blocks.isEmpty() != shares.isEmpty(),
                "threadBlocks",
                blocks,
                "exactly one of threadBlocks and threadShares");
    if (!blocks.isEmpty()) {
      checks
          .require(blocks.size() == processes, "threadBlocks", blocks, perWorkload)
          .require(
              blocks.stream().filter(n -> n == REST).count() <= 1
                  && blocks.stream().allMatch(n -> n >= 0),
              "threadBlocks",
              blocks,
              "numbers of 1 or more, at most one of them " + REST);
    }
    if (!shares.isEmpty()) {
      checks
          .require(shares.size() == processes, "threadShares", shares, perWorkload)
          .require(
              shares.stream().allMatch(x -> x > 0) && sum <= 1 + ROUNDING,
              "threadShares",
              shares,
              "numbers above 0, together at most 1");
    }
    return checks.violations();
  }

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    List<Sharer> sharers = launches.sharers(device);
    SmConfig sm = device.config().sm();
    boolean hasRest = parameters.threadBlocks().contains(REST);
    smk.set(
        device, quotas, sharers, hasRest ? countsWithRest(sm, sharers) : counts(device, sharers));
    return NEVER;
  }

  /** Returns the counts when a process has the rest: the others keep theirs as far as they fit. */
  private int[] countsWithRest(SmConfig sm, List<Sharer> sharers) {
    int[] counts = new int[sharers.size()];
    SmRoom room = new SmRoom(sm);
    int filling = DeviceView.NONE;
    for (int i = 0; i < counts.length; i++) {
      if (wanted(sharers.get(i)) == REST) {
        filling = i;
        room.take(sharers.get(i).need(), 1);
      }
    }
    for (int i = 0; i < counts.length; i++) {
      ThreadBlockNeed need = sharers.get(i).need();
      counts[i] = Math.max(0, Math.min(wanted(sharers.get(i)), room.fitting(need, 1)));
      room.take(need, counts[i]);
    }
    if (filling != DeviceView.NONE) {
      counts[filling] = 1 + Math.max(0, room.fitting(sharers.get(filling).need(), 1));
    }
    return counts;
  }

  private int wanted(Sharer sharer) {
    return parameters.threadBlocks().get(sharer.process());
  }

  private int[] counts(DeviceView device, List<Sharer> sharers) {
    double all = IntStream.range(0, device.processes()).mapToDouble(this::part).sum();
    double scale = all / sharers.stream().mapToDouble(each -> part(each.process())).sum();
    int[] counts = new int[sharers.size()];
    for (int i = 0; i < counts.length; i++) {
      double blocks = part(sharers.get(i).process()) * scale;
      if (parameters.threadBlocks().isEmpty()) {
        blocks *= (double) device.config().sm().threads() / sharers.get(i).need().threads();
      }
      counts[i] = Math.max(1, (int) (blocks + ROUNDING));
    }
    return counts;
  }

  private double part(int process) {
    return parameters.threadBlocks().isEmpty()
        ? parameters.threadShares().get(process)
        : parameters.threadBlocks().get(process);
  }
}
