package org.polyphony.policy.partition.maestro;

import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.policy.partition.DeviceView;
import org.polyphony.policy.partition.measure.Epoch;
import org.polyphony.policy.partition.measure.Kernels;
import org.polyphony.policy.partition.measure.Mix;

/**
 * Two kernels that share a group of SMs: their measurements and the current decision. Source: GPU
 * Maestro section 4.1.
 *
 * <p>State: the followers' partition; the number of dedicated SMs per kernel (more than one while
 * spatial multitasking wins, none in steady state); the last IPC measured on them; epochs since
 * they were released.
 */
final class KernelPair {
  /** Minimum SMs of an epoch: one dedicated to each kernel, one follower, one trial. */
  static final int LEAST_SMS = 4;

  private final Maestro.Parameters parameters;
  private final int trialSms;
  private final PairPartitions partitions;
  private final Epoch epoch; // groups of SMs are roles
  private final double[] alone;
  private Mix follower;
  private int dedicated = 1;
  private int epochs;
  private int epochsReleased;

  /**
   * Creates a pair that has not been measured.
   *
   * @param sms of the device
   * @param alone IPC of each kernel on a dedicated SM, from earlier pairs; NaN if unknown
   */
  KernelPair(
      Maestro.Parameters parameters,
      int sms,
      PairPartitions partitions,
      Mix start,
      double[] alone) {
    this.parameters = parameters;
    this.trialSms = parameters.trialSms();
    this.epoch = new Epoch(sms, Role.ALL.length, PairAssignment.PAIR);
    this.partitions = partitions;
    this.follower = start;
    this.alone = alone.clone();
  }

  /**
   * Creates the pair of two running kernels. Followers start with even partitioning, or with the
   * partition in the history.
   *
   * @param parts equal parts of an SM, one of which belongs to the pair
   */
  static KernelPair of(
      Maestro.Parameters parameters,
      Kernels kernels,
      DeviceView device,
      int parts,
      History history) {
    PairPartitions partitions =
        new PairPartitions(
            device.config().sm().part(parts), kernels.need(device, 0), kernels.need(device, 1));
    Mix start = partitions.even();
    for (int side : new int[] {1 - partitions.trialSide(), partitions.trialSide()}) {
      int fewer = history.fewerThanEven(kernels.name(device, side));
      if (fewer != History.NONE && fewer < partitions.even().of(side)) {
        start = partitions.with(side, fewer).orElse(start);
      }
    }
    double[] alone = {
      history.alone(kernels.name(device, 0)), history.alone(kernels.name(device, 1))
    };
    return new KernelPair(parameters, device.config().sms(), partitions, start, alone);
  }

  PairPartitions partitions() {
    return partitions;
  }

  /** Returns the followers' partition. */
  Mix follower() {
    return follower;
  }

  /** Returns a kernel's last IPC on a dedicated SM; NaN if unknown. */
  double alone(int side) {
    return alone[side];
  }

  /** Returns the number of dedicated SMs per kernel; 0 after they are released. */
  int dedicated() {
    return dedicated;
  }

  Epoch epoch() {
    return epoch;
  }

  /** Evaluates the completed epoch and chooses the partition of the next one. */
  Scores decide(int sms) {
    boolean isStable = measureAlone();
    Scores scores = new Scores(parameters.objective(), epoch, alone);
    Candidate winner = scores.best();
    if (winner == Candidate.SPATIAL) {
      dedicated = Math.min(mostDedicated(sms), dedicated + 1);
    } else if (winner == Candidate.FOLLOWER && dedicated <= 1) {
      stay(isStable);
    } else {
      follower = partition(winner.role(0));
      dedicated = parameters.returnAtOnce() ? 1 : Math.max(1, dedicated - 1);
    }
    epochs++;
    return scores;
  }

  /**
   * Updates the IPC of dedicated SMs, if any; returns whether it is stable. A kernel not measured
   * in this epoch keeps its last value.
   */
  private boolean measureAlone() {
    boolean isStable = dedicated > 0;
    for (int side = 0; side < 2 && dedicated > 0; side++) {
      double now = epoch.ipc(Role.dedicated(side).ordinal(), side);
      isStable &= Math.abs(now - alone[side]) <= parameters.steadyTolerance() * alone[side];
      alone[side] = now > 0 ? now : alone[side];
    }
    return isStable;
  }

  private void stay(boolean isStable) {
    if (dedicated == 0) {
      epochsReleased++;
      dedicated = epochsReleased == parameters.dedicatedRefreshEpochs() ? 1 : 0;
    } else if (isStable && parameters.releaseDedicated()) {
      dedicated = 0;
      epochsReleased = 0;
    }
  }

  private int mostDedicated(int sms) {
    return Math.max(1, (sms - trialSms - 1) / 2);
  }

  int[] wanted(int sms) {
    int each = Math.min(dedicated, mostDedicated(sms));
    int trials = Math.min(trialSms, sms - 2 * each - 1);
    boolean canMore = partitions.trial(follower, 1).isPresent();
    boolean canFewer = partitions.trial(follower, -1).isPresent();
    int fewer = canMore ? (trials + (epochs & 1)) / 2 : (trials + 1) / 2; // alternates if odd
    int more = canFewer ? trials - fewer : (trials + 1) / 2;
    int[] wanted = new int[Role.ALL.length];
    wanted[Role.DEDICATED_FIRST.ordinal()] = each;
    wanted[Role.DEDICATED_SECOND.ordinal()] = each;
    wanted[Role.MORE.ordinal()] = canMore ? more : 0;
    wanted[Role.FEWER.ordinal()] = canFewer ? fewer : 0;
    int taken = 2 * each + wanted[Role.MORE.ordinal()] + wanted[Role.FEWER.ordinal()];
    wanted[Role.FOLLOWER.ordinal()] = sms - taken;
    return wanted;
  }

  /** Returns the quota of a kernel of the pair, 0 or 1, on an SM with a role. */
  int quota(Role role, int side) {
    if (role.isDedicated()) {
      return role == Role.dedicated(side) ? Quotas.UNLIMITED : 0;
    }
    return partition(role).of(side);
  }

  private Mix partition(Role role) {
    return switch (role) {
      case MORE -> partitions.trial(follower, 1).orElseThrow();
      case FEWER -> partitions.trial(follower, -1).orElseThrow();
      default -> follower;
    };
  }
}
