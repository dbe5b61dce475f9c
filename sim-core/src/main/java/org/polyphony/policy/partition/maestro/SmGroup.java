package org.polyphony.policy.partition.maestro;

import java.util.Arrays;
import java.util.List;
import org.polyphony.gpu.Occupancy;
import org.polyphony.gpu.Quotas;
import org.polyphony.policy.partition.DeviceView;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.partition.PolicyDecision;

/**
 * A group of SMs and the processes, one or two, that share it. While two kernels run, epochs follow
 * each other: wait until the wanted partition is in place, measure, decide. A kernel without
 * partner has all SMs, but for those that are dedicated to a process whose next kernel has been
 * launched already (DEVIATIONS.md 62). Source: GPU Maestro section 4.1, Figure 9.
 */
final class SmGroup {
  /** Core cycles between two looks whether the wanted partition is in place, or an SM released. */
  static final long POLL_CYCLES = 500;

  private static final int NO_KERNEL = DeviceView.NONE;
  private static final int NO_SIDE = -1;

  private final Maestro.Parameters parameters;
  private final int[] processes;
  private final History history;
  private final List<PolicyDecision> log;
  private final int[] rows = {NO_KERNEL, NO_KERNEL}; // by side
  private final long[] launches = {NO_KERNEL, NO_KERNEL};
  private int[] sms = {};
  private int parts = 1; // of each SM; the group has one
  private Roles roles = new Roles(0);
  private KernelPair pair; // null unless two kernels run
  private int expected = NO_SIDE; // whose kernel has ended while its SMs wait for the next one
  private boolean isMeasured; // there are SMs enough
  private boolean isSettling;
  private long settlingSince;
  private long settleCycles; // before the present epoch
  private int moved;

  SmGroup(
      Maestro.Parameters parameters, int[] processes, History history, List<PolicyDecision> log) {
    this.parameters = parameters;
    this.processes = processes;
    this.history = history;
    this.log = log;
  }

  /**
   * Sets the quotas of the group's kernels, 0 on entry, on its SMs.
   *
   * @param now the group's SMs, at least one when one of its kernels has thread blocks left
   * @param partsNow equal parts of these SMs, of which the group has one, at least 1
   * @return when it wants to be asked again
   */
  long partition(long cycle, DeviceView device, Quotas quotas, int[] now, int partsNow) {
    boolean isOther = findKernels(cycle, device);
    isOther |= findSms(cycle, device, now, partsNow);
    if (isOther) {
      begin(cycle, device);
    }
    writeQuotas(device, quotas);
    long due = isMeasured ? goOn(cycle, device, quotas) : PartitionPolicy.NEVER;
    return isEnding(device) ? Math.min(due, cycle + POLL_CYCLES) : due;
  }

  /** Returns whether one of two kernels has launched its last thread block. */
  private boolean isEnding(DeviceView device) {
    return pair != null
        && (device.threadBlocksLeft(rows[0]) == 0) != (device.threadBlocksLeft(rows[1]) == 0);
  }

  boolean has(int sm) {
    return Arrays.binarySearch(sms, sm) >= 0;
  }

  /** Returns the name of the role of an SM of the group; empty while nothing is measured. */
  String role(int sm) {
    return isMeasured ? roles.of(Arrays.binarySearch(sms, sm)).label() : "";
  }

  private boolean findSms(long cycle, DeviceView device, int[] now, int partsNow) {
    if (Arrays.equals(sms, now) && parts == partsNow) {
      return false;
    }
    interrupt(cycle, device);
    sms = now;
    parts = partsNow;
    roles = new Roles(now.length);
    return true;
  }

  private boolean findKernels(long cycle, DeviceView device) {
    int[] found = {NO_KERNEL, NO_KERNEL};
    long[] foundLaunches = {NO_KERNEL, NO_KERNEL};
    for (int side = 0; side < processes.length; side++) {
      found[side] = device.running(processes[side]);
      foundLaunches[side] = found[side] == NO_KERNEL ? NO_KERNEL : device.launch(found[side]);
    }
    if (Arrays.equals(launches, foundLaunches)) {
      return false;
    }
    interrupt(cycle, device);
    System.arraycopy(found, 0, rows, 0, found.length);
    System.arraycopy(foundLaunches, 0, launches, 0, found.length);
    return true;
  }

  private void interrupt(long cycle, DeviceView device) {
    if (isMeasured) {
      pair.epoch().stop(cycle, roles, counters(device));
      settleCycles += isSettling ? cycle - settlingSince : 0;
    }
    isMeasured = false;
  }

  private Epoch.Counters counters(DeviceView device) {
    return (index, side) -> device.threadInstructions(sms[index], rows[side]);
  }

  /** Kernels or SMs have changed. */
  private void begin(long cycle, DeviceView device) {
    expected = expected(device);
    pair = null;
    if (rows[0] == NO_KERNEL || rows[1] == NO_KERNEL) {
      return;
    }
    String sides = name(device, 0) + device.need(rows[0]) + name(device, 1) + device.need(rows[1]);
    pair = history.pair(sides + parts, () -> newPair(device));
    if (pair.partitions().exist() && sms.length >= KernelPair.LEAST_SMS) {
      isMeasured = true;
      pair.launched();
      place(cycle, device);
    }
  }

  /** Returns the side whose kernel has ended, the next one having been launched already. */
  private int expected(DeviceView device) {
    for (int side = 0; side < processes.length; side++) {
      boolean wasPaired = pair != null || expected == side;
      if (wasPaired && rows[side] == NO_KERNEL && device.isLaunching(processes[side])) {
        return side;
      }
    }
    return NO_SIDE;
  }

  private String name(DeviceView device, int side) {
    return processes[side] + ":" + device.name(rows[side]);
  }

  private KernelPair newPair(DeviceView device) {
    PairPartitions partitions =
        new PairPartitions(
            device.config().sm().part(parts), device.need(rows[0]), device.need(rows[1]));
    Partition start = partitions.even();
    for (int side : new int[] {1 - partitions.trialSide(), partitions.trialSide()}) {
      int fewer = history.fewerThanEven(name(device, side));
      if (fewer != History.NONE && fewer < partitions.even().of(side)) {
        start = partitions.with(side, fewer).orElse(start);
      }
    }
    return new KernelPair(parameters, partitions, start);
  }

  /** Gives the SMs their roles; the epoch goes on when they are filled accordingly. */
  private void place(long cycle, DeviceView device) {
    Roles.Moves moves =
        (index, role) -> {
          int leaving = 0;
          for (int side = 0; side < rows.length; side++) {
            int resident = device.resident(sms[index], rows[side]);
            leaving += Math.max(0, resident - pair.quota(role, side));
          }
          return leaving;
        };
    moved += roles.assign(pair.wanted(sms.length), moves);
    isSettling = true;
    settlingSince = cycle;
  }

  private long goOn(long cycle, DeviceView device, Quotas quotas) {
    long left = parameters.epochCycles() - pair.epoch().cycles(cycle);
    if (!isSettling && left <= 0) {
      decide(cycle, device);
      writeQuotas(device, quotas);
      left = parameters.epochCycles();
    }
    if (isSettling && !startWhenSettled(cycle, device)) {
      return cycle + POLL_CYCLES;
    }
    return cycle + Math.max(1, left);
  }

  private boolean startWhenSettled(long cycle, DeviceView device) {
    long patience = parameters.patienceEpochs() * parameters.epochCycles();
    boolean isSettled = true;
    for (int sm : sms) {
      isSettled &= device.isSettled(sm);
    }
    if (!isSettled && cycle - settlingSince < patience) {
      return false;
    }
    isSettling = false;
    settleCycles += cycle - settlingSince;
    pair.epoch().start(cycle, sms.length, counters(device));
    return true;
  }

  private void decide(long cycle, DeviceView device) {
    pair.epoch().stop(cycle, roles, counters(device));
    String[] partitions = new String[rows.length];
    for (int side = 0; side < rows.length; side++) {
      partitions[side] = EpochText.partitions(pair, roles, side);
    }
    Scores scores = pair.decide(sms.length);
    for (int side = 0; side < rows.length; side++) {
      log.add(record(cycle, device, side, partitions[side], scores));
      Partition even = pair.partitions().even();
      history.note(name(device, side), pair.follower().of(side), even.of(side));
    }
    pair.epoch().clear();
    moved = 0;
    settleCycles = 0;
    place(cycle, device);
  }

  private PolicyDecision record(
      long cycle, DeviceView device, int side, String partitions, Scores scores) {
    int fromEven = pair.partitions().fromEven(pair.follower());
    return new PolicyDecision(
        cycle,
        processes[side],
        EpochText.outcomes(scores.best(), fromEven),
        scores.best().label(),
        EpochText.roles(device.config().sms(), sms, roles, processes),
        partitions,
        EpochText.measured(pair, roles, side),
        scores.text(),
        moved,
        settleCycles);
  }

  private void writeQuotas(DeviceView device, Quotas quotas) {
    for (int side = 0; side < rows.length; side++) {
      if (rows[side] != NO_KERNEL) {
        int whole = whole(device, side);
        for (int i = 0; i < sms.length; i++) {
          quotas.set(sms[i], rows[side], Math.min(whole, quota(device, i, side)));
        }
      }
    }
  }

  /** Returns what the group's part of an SM holds of a kernel. */
  private int whole(DeviceView device, int side) {
    return parts == 1
        ? Quotas.UNLIMITED
        : Occupancy.of(device.config().sm().part(parts), device.need(rows[side])).threadBlocks();
  }

  private int quota(DeviceView device, int index, int side) {
    if (pair == null) {
      boolean waits = expected == 1 - side && roles.of(index) == Role.dedicated(expected);
      return waits ? 0 : Quotas.UNLIMITED;
    }
    if (isReleased(device, index, 1 - side)) {
      return Quotas.UNLIMITED;
    }
    if (isMeasured) {
      return pair.quota(roles.of(index), side);
    }
    if (pair.partitions().exist()) {
      return pair.partitions().even().of(side);
    }
    return isOwn(index, side) ? Quotas.UNLIMITED : 0;
  }

  /**
   * Returns whether a kernel has nothing left to launch, so that the other one gets what it
   * releases of an SM; of an SM of its own, not before its last thread block there has ended.
   */
  private boolean isReleased(DeviceView device, int index, int side) {
    boolean isItsOwn =
        isMeasured
            ? roles.of(index) == Role.dedicated(side)
            : !pair.partitions().exist() && isOwn(index, side);
    return device.threadBlocksLeft(rows[side]) == 0
        && !(isItsOwn && device.resident(sms[index], rows[side]) > 0);
  }

  private boolean isOwn(int index, int side) {
    return sms.length == 1 || index * rows.length / sms.length == side;
  }
}
