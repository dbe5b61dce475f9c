package org.polyphony.policy.partition.maestro;

import java.util.Map;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.input.Keys;
import org.polyphony.policy.partition.measure.TestCounters;

/**
 * A pair of kernels of which a test says what was measured: 4 thread blocks of the first fit on an
 * SM, 16 of the second, so that the first is the trial kernel, even is 2 + 8, more 3 + 4 and fewer
 * 1 + 12.
 */
final class MeasuredPair {
  static final Maestro.Parameters PARAMETERS =
      Keys.bind(Maestro.Parameters.class, Map.of("epochCycles", 100, "dedicatedRefreshEpochs", 3));

  private static final int CYCLES = 100;
  final KernelPair pair;
  private final int sms;
  private final double[][] ipc = new double[Role.ALL.length][2];

  MeasuredPair(int sms, Maestro.Parameters parameters) {
    this.sms = sms;
    PairPartitions partitions = new PairPartitions(Devices.sm(), need(512), need(128));
    double[] unknown = {Double.NaN, Double.NaN};
    pair = new KernelPair(parameters, sms, partitions, partitions.even(), unknown);
    alone(10, 20);
  }

  private static ThreadBlockNeed need(int threads) {
    return ThreadBlockNeed.of(Devices.sm(), threads, 16, 0);
  }

  /** Sets the IPC of each kernel on a dedicated SM; 10 and 20 at first. */
  MeasuredPair alone(double first, double second) {
    ipc[Role.DEDICATED_FIRST.ordinal()][0] = first;
    ipc[Role.DEDICATED_SECOND.ordinal()][1] = second;
    return this;
  }

  MeasuredPair on(Role role, double first, double second) {
    ipc[role.ordinal()] = new double[] {first, second};
    return this;
  }

  /** Sets every SMK partition to the same progress: 0.5 is as good as spatial. */
  MeasuredPair smk(double progress) {
    for (Role role : new Role[] {Role.FOLLOWER, Role.MORE, Role.FEWER}) {
      on(role, 10 * progress, 20 * progress);
    }
    return this;
  }

  /** Runs an epoch and decides; returns "winner followers' partition dedicated SMs each". */
  String epoch() {
    Roles roles = new Roles(sms);
    roles.assign(pair.wanted(sms), (index, role) -> 0);
    for (int sm = 0; sm < sms; sm++) {
      pair.epoch().sample(0, sm, TestCounters.of(0, (index, side) -> 0));
    }
    pair.epoch().start(0);
    pair.epoch()
        .stop(
            CYCLES,
            sm -> roles.of(sm).ordinal(),
            TestCounters.of(
                CYCLES, (i, side) -> (long) (CYCLES * ipc[roles.of(i).ordinal()][side])));
    Scores scores = pair.decide(sms);
    pair.epoch().clear();
    return "%s %d+%d %d"
        .formatted(
            scores.best().label(), pair.follower().of(0), pair.follower().of(1), pair.dedicated());
  }
}
