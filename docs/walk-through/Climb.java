package org.example;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.input.Key;
import org.polyphony.policy.partition.DeviceView;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.policy.partition.PolicyDecision.Candidate;
import org.polyphony.policy.partition.PolicyDecision.Share;

/** Hill climbing on one number: the thread blocks per SM of the first of two processes. */
public final class Climb implements PartitionPolicy {
  public record Parameters(
      @Key(value = "time between decisions", unit = "core cycles", min = 1000, max = 1_000_000, absent = "5000")
          int epochCycles) {}

  private final int epoch;
  private final List<PolicyDecision> decisions = new ArrayList<>();
  private final int[] row = {DeviceView.NONE, DeviceView.NONE}; // kernel of each process
  private final long[] counted = new long[2]; // instructions of that row when last read
  private final long[] issued = new long[2]; // by each process in the epoch
  private final double[] peak = {1e-9, 1e-9}; // highest IPC of each process in an epoch
  private int limit; // of the first process; 0 until both run
  private int step = -1;
  private Candidate previous;
  private long due;

  public Climb(Parameters parameters) {
    epoch = parameters.epochCycles();
  }

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    count(device, 0);
    count(device, 1);
    if (cycle >= due) {
      if (issued[0] > 0 && issued[1] > 0 && row[0] != DeviceView.NONE) {
        decide(cycle, device);
      }
      issued[0] = 0;
      issued[1] = 0;
      due = cycle + epoch;
    }
    for (int i = 0; i < device.kernels(); i++) {
      int kernel = device.kernel(i);
      boolean isLimited = kernel == row[0] && limit > 0;
      quotas.setOnAll(kernel, isLimited ? limit : Quotas.UNLIMITED);
    }
    return due;
  }

  /** Adds what a process has issued since the last call. Counts of a row go on over its kernels. */
  private void count(DeviceView device, int process) {
    issued[process] += total(device, row[process]) - counted[process];
    row[process] = device.running(process);
    counted[process] = total(device, row[process]);
  }

  private static long total(DeviceView device, int row) {
    long total = 0;
    for (int sm = 0; row != DeviceView.NONE && sm < device.config().sms(); sm++) {
      total += device.threadInstructions(sm, row);
    }
    return total;
  }

  private void decide(long cycle, DeviceView device) {
    int most = device.occupancy(row[0]);
    limit = limit == 0 ? (most + 1) / 2 : limit;
    Candidate now = measured("now");
    boolean isWorse = previous != null && now.score() < previous.score();
    decisions.add(
        new PolicyDecision(
            cycle,
            List.of(0, 1),
            isWorse ? "back" : "onward",
            isWorse ? "before" : "now",
            previous == null ? List.of(now) : List.of(now, previous)));
    step = isWorse ? -step : step;
    previous = measured("before");
    limit = Math.max(1, Math.min(most, limit + step));
  }

  /** Scores the epoch: each process's IPC as a share of its best epoch, added up. */
  private Candidate measured(String name) {
    double score = 0;
    for (int process = 0; process < 2; process++) {
      peak[process] = Math.max(peak[process], ipc(process));
      score += ipc(process) / peak[process];
    }
    Share first = new Share(0, limit, ipc(0));
    return new Candidate(name, score, List.of(first, new Share(1, Share.UNKNOWN, ipc(1))));
  }

  private double ipc(int process) {
    return (double) issued[process] / epoch;
  }

  @Override
  public boolean decides() {
    return true;
  }

  @Override
  public List<PolicyDecision> decisions() {
    return decisions;
  }

  @Override
  public int epochCycles() {
    return epoch;
  }

  @Override
  public String objective() {
    return "stp";
  }
}
