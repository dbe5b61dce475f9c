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
  private final double[] given; // IPC of an SM when alone on all of them; NaN if not given
  private final double[] exponent; // of the speed alone over SMs
  private final double[][] speeds; // measured on dedicated SMs, by kernel and number of them
  private boolean isTrying; // spatial multitasking on all SMs, for an epoch
  private boolean isSpatial; // on all SMs, since it was better when tried
  private boolean hasTried;
  private int spatialEpochs;
  private final double[] tried = {Double.NaN, Double.NaN}; // IPC of an SM then
  private double smkScore = Double.NaN;

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
      double[] alone,
      double[] given,
      double[] exponent) {
    this.parameters = parameters;
    this.trialSms = parameters.trialSms();
    this.epoch = new Epoch(sms, Role.ALL.length, PairAssignment.PAIR);
    this.partitions = partitions;
    this.follower = start;
    this.alone = alone.clone();
    this.given = given;
    this.exponent = exponent;
    this.speeds = new double[2][sms + 1];
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
    double[] given = new double[2];
    double[] exponent = new double[2];
    for (int side = 0; side < 2; side++) {
      given[side] = parameters.givenSolo() ? history.given(kernels.process(side)) : Double.NaN;
      exponent[side] = Table3.exponent(kernels.name(device, side));
    }
    return new KernelPair(
        parameters, device.config().sms(), partitions, start, alone, given, exponent);
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
    epochs++;
    if (isTrying || isSpatial) {
      return decideTried();
    }
    boolean isStable = measureAlone();
    double[] spatial = new double[2];
    double[] full = new double[2]; // IPC of an SM when alone
    for (int side = 0; side < 2; side++) {
      full[side] = full(side, sms);
      spatial[side] = parameters.tries() ? Double.NaN : spatial(side, sms);
    }
    Scores scores = new Scores(parameters.objective(), epoch, full, spatial);
    Candidate winner = scores.best();
    smkScore = scores.of(winner);
    if (parameters.tries() && winner == Candidate.FOLLOWER && !hasTried && smkScore > 0) {
      isTrying = true;
      hasTried = true;
    }
    if (winner == Candidate.SPATIAL) {
      dedicated = Math.min(mostDedicated(sms), dedicated + 1);
    } else if (winner == Candidate.FOLLOWER && dedicated <= 1) {
      stay(isStable);
    } else {
      follower = partition(winner.role(0));
      dedicated = parameters.returnAtOnce() ? 1 : Math.max(1, dedicated - 1);
    }
    return scores;
  }

  /** Evaluates an epoch under spatial multitasking on all SMs. */
  private Scores decideTried() {
    double[] spatial = new double[2];
    double[] full = new double[2];
    for (int side = 0; side < 2; side++) {
      double now = epoch.ipc(Role.dedicated(side).ordinal(), side);
      tried[side] = now > 0 ? now : tried[side];
      full[side] = full(side, 16);
      spatial[side] = 0.5 * tried[side] / full[side];
    }
    Scores scores = new Scores(parameters.objective(), smkScore, spatial);
    isTrying = false;
    isSpatial = scores.best() == Candidate.SPATIAL;
    spatialEpochs = isSpatial ? spatialEpochs + 1 : 0;
    if (spatialEpochs == parameters.triedEpochs()) {
      isSpatial = false;
      spatialEpochs = 0;
      hasTried = false;
    }
    return scores;
  }

  private double full(int side, int sms) {
    if (!Double.isNaN(given[side])) {
      return given[side];
    }
    if (parameters.spatialScore().equals("scaling")) {
      return alone[side] * Math.pow(sms, exponent[side] - 1);
    }
    return alone[side];
  }

  /** Returns the estimated progress of a kernel on half of the SMs. */
  private double spatial(int side, int sms) {
    boolean isGiven = !Double.isNaN(given[side]);
    return switch (parameters.spatialScore()) {
      case "scaling" -> Math.pow(0.5, exponent[side]);
      case "growth" ->
          extrapolated(side, sms / 2) / (isGiven ? given[side] * sms : extrapolated(side, sms));
      default -> isGiven ? 0.5 * alone[side] / given[side] : 0.5;
    };
  }

  /** Returns the speed on a number of SMs, if each further one adds what the last one did. */
  private double extrapolated(int side, int n) {
    int most = 0;
    for (int k = 1; k < speeds[side].length; k++) {
      most = speeds[side][k] > 0 ? k : most;
    }
    if (most == 0) {
      return Double.NaN;
    }
    if (n <= most && speeds[side][n] > 0) {
      return speeds[side][n];
    }
    int before = most - 1;
    while (before > 0 && speeds[side][before] == 0) {
      before--;
    }
    double last = (speeds[side][most] - speeds[side][before]) / (most - before);
    return speeds[side][most] + (n - most) * Math.max(0, last);
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
      if (now > 0) {
        speeds[side][dedicated] = dedicated * now;
      }
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
    if (isTrying || isSpatial) {
      int[] all = new int[Role.ALL.length];
      all[Role.DEDICATED_FIRST.ordinal()] = sms / 2;
      all[Role.DEDICATED_SECOND.ordinal()] = sms / 2;
      all[Role.FOLLOWER.ordinal()] = sms % 2;
      return all;
    }
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
