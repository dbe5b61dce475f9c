package org.polyphony.policy.partition.maestro;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.policy.partition.DeviceView;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.policy.partition.PolicyDecision.Share;
import org.polyphony.policy.partition.PolicyDecision.SmRole;
import org.polyphony.policy.partition.measure.Epoch;
import org.polyphony.policy.partition.measure.Kernels;
import org.polyphony.policy.partition.measure.Mix;

/**
 * A group of SMs shared by one or two processes, as a state machine. While two kernels run, epochs
 * follow each other: wait until the wanted partition is in place, measure, decide. The tail of a
 * kernel, in which it has no thread blocks left to launch, belongs to no epoch (DEVIATIONS.md 59).
 * A kernel without a partner gets all SMs except those dedicated to a process whose next kernel is
 * already launched (DEVIATIONS.md 62). Source: GPU Maestro section 4.1, Figure 9.
 */
final class SmGroup {
  /** Core cycles between checks whether the partition is in place or an SM is released. */
  static final long POLL_CYCLES = 500;

  private static final int NO_SIDE = -1;

  private final Maestro.Parameters parameters;
  private final History history;
  private final List<PolicyDecision> log;
  private Kernels kernels;
  private int[] sms = {};
  private int parts = 1; // equal parts per SM; the group has one
  private Roles roles = new Roles(0);
  private SettledSms settled = new SettledSms(0);
  private State state = State.UNPAIRED;
  private KernelPair pair; // null while unpaired
  private Grants grants; // null before roles are assigned
  private final boolean[] isShort = new boolean[2]; // by side, since roles were assigned
  private int expected = NO_SIDE; // side whose next launch dedicated SMs or its share await
  private long settlingSince;
  private long settleCycles; // of the current epoch so far
  private int moved;

  /** States of the group. */
  private enum State {
    /** At most one kernel runs. */
    UNPAIRED,
    /** A short kernel has ended; its resources are kept for the next one of its process. */
    AWAITING,
    /** Two kernels that do not fit on one SM together have separate SMs. */
    SPLIT,
    /** Two kernels share SMs evenly; there are too few SMs to measure. */
    EVEN,
    /** Roles are assigned; the wanted partition is being put in place. */
    SETTLING,
    /** An epoch is being measured. */
    MEASURING,
    /** Roles are assigned, but a kernel has launched its last thread block: no measurement. */
    TAIL
  }

  SmGroup(
      Maestro.Parameters parameters,
      List<Integer> processes,
      History history,
      List<PolicyDecision> log) {
    this.parameters = parameters;
    this.kernels = idle(processes);
    this.history = history;
    this.log = log;
  }

  private static Kernels idle(List<Integer> processes) {
    int none = DeviceView.NONE;
    return new Kernels(
        processes,
        Collections.nCopies(processes.size(), none),
        Collections.nCopies(processes.size(), (long) none));
  }

  /**
   * Sets the quotas of the group's kernels on its SMs; they are 0 on entry.
   *
   * @param now the group's SMs, at least one if one of its kernels has thread blocks left
   * @param partsNow equal parts per SM, one of which belongs to the group, at least 1
   * @return the cycle of the next call
   */
  long partition(long cycle, DeviceView device, Quotas quotas, int[] now, int partsNow) {
    Kernels running = Kernels.of(device, kernels.processes());
    boolean areOther = !Arrays.equals(sms, now) || parts != partsNow;
    if (areOther || !running.equals(kernels)) {
      interrupt(cycle, device);
      kernels = running;
      roles = areOther ? new Roles(now.length) : roles;
      sms = now;
      parts = partsNow;
      begin(cycle, device);
    }
    interruptInTail(cycle, device);
    writeQuotas(device, quotas);
    long due = hasRoles() ? advanceEpoch(cycle, device, quotas) : PartitionPolicy.NEVER;
    return isExactlyOneEnding(device) ? Math.min(due, cycle + POLL_CYCLES) : due;
  }

  /** Returns whether exactly one of two kernels has launched its last thread block. */
  private boolean isExactlyOneEnding(DeviceView device) {
    return areTwo() && isLeaving(device, 0) != isLeaving(device, 1);
  }

  /**
   * Returns whether a kernel has launched its last thread block, so that the other may take what it
   * frees. A short kernel, all of whose thread blocks are resident at once, keeps its share.
   */
  private boolean isLeaving(DeviceView device, int side) {
    return kernels.isEnding(device, side) && !(hasRoles() && isShort[side]);
  }

  private boolean areTwo() {
    return kernels.count() == PairAssignment.PAIR && kernels.runs(0) && kernels.runs(1);
  }

  private boolean hasRoles() {
    return switch (state) {
      case SETTLING, MEASURING, TAIL, AWAITING -> true;
      case UNPAIRED, SPLIT, EVEN -> false;
    };
  }

  /**
   * Interrupts the epoch in the tail of a kernel, and resumes it when both kernels launch again.
   */
  private void interruptInTail(long cycle, DeviceView device) {
    boolean isTail = hasRoles() && areTwo() && (isLeaving(device, 0) || isLeaving(device, 1));
    if (isTail && state != State.TAIL) {
      interrupt(cycle, device);
      state = State.TAIL;
    } else if (!isTail && state == State.TAIL) {
      settled = new SettledSms(sms.length);
      settle(cycle, device);
    }
  }

  boolean has(int sm) {
    return Arrays.binarySearch(sms, sm) >= 0;
  }

  /** Returns the role name of an SM of the group; empty while no roles are assigned. */
  String role(int sm) {
    return hasRoles() ? roleOf(sm).label() : "";
  }

  private Role roleOf(int sm) {
    return roles.of(Arrays.binarySearch(sms, sm));
  }

  /** Saves the measurements before kernels or SMs change, or a kernel ends. */
  private void interrupt(long cycle, DeviceView device) {
    if (state == State.MEASURING) {
      pair.epoch().stop(cycle, sm -> roleOf(sm).ordinal(), kernels.counters(cycle, device));
    } else if (state == State.SETTLING) {
      settleCycles += cycle - settlingSince;
    }
  }

  /** Enters the state for changed kernels or SMs. */
  private void begin(long cycle, DeviceView device) {
    expected = expected(device);
    if (!areTwo() && expected != NO_SIDE && hasRoles() && isShort[expected]) {
      state = State.AWAITING;
      return;
    }
    pair = areTwo() ? pair(device) : null;
    if (pair == null) {
      state = State.UNPAIRED;
    } else if (!pair.partitions().exist()) {
      state = State.SPLIT;
    } else if (sms.length < KernelPair.LEAST_SMS) {
      state = State.EVEN;
    } else {
      settled = new SettledSms(sms.length);
      settle(cycle, device);
    }
  }

  /** Returns the side whose kernel has ended while its next one is already launched. */
  private int expected(DeviceView device) {
    for (int side = 0; side < kernels.count(); side++) {
      boolean wasPaired = pair != null || expected == side;
      if (wasPaired && !kernels.runs(side) && device.isLaunching(kernels.process(side))) {
        return side;
      }
    }
    return NO_SIDE;
  }

  private KernelPair pair(DeviceView device) {
    StringBuilder name = new StringBuilder();
    for (int side = 0; side < kernels.count(); side++) {
      name.append(kernels.identity(device, side));
    }
    return history.pair(
        name.append(parts).toString(),
        () -> KernelPair.of(parameters, kernels, device, parts, history));
  }

  /** Assigns roles; the epoch starts once the partitions are in place. */
  private void settle(long cycle, DeviceView device) {
    int[] wanted = pair.wanted(sms.length);
    int[] whole = {whole(device, 0), whole(device, 1)};
    long[] grids = {device.threadBlocks(kernels.row(0)), device.threadBlocks(kernels.row(1))};
    grants = new Grants(pair, wanted, whole, grids);
    moved +=
        roles.assign(
            wanted,
            (i, role) -> grants.leaving(role, side -> device.resident(sms[i], kernels.row(side))));
    for (int side = 0; side < isShort.length; side++) {
      isShort[side] = grids[side] <= capacity(side);
    }
    settlingSince = cycle;
    state = State.SETTLING;
  }

  /** Returns how many thread blocks of a kernel the SMs hold under their roles. */
  private int capacity(int side) {
    int capacity = 0;
    for (int i = 0; i < sms.length; i++) {
      capacity += grants.partition(roles.of(i)).of(side);
    }
    return capacity;
  }

  private long advanceEpoch(long cycle, DeviceView device, Quotas quotas) {
    if (state == State.MEASURING && left(cycle) <= 0) {
      decide(cycle, device);
      writeQuotas(device, quotas);
    }
    if (state == State.SETTLING && isInPlace(cycle, device)) {
      measure(cycle, device);
    }
    return switch (state) {
      case SETTLING -> cycle + POLL_CYCLES;
      case MEASURING -> cycle + Math.max(1, left(cycle));
      default -> PartitionPolicy.NEVER;
    };
  }

  /** Returns the remaining cycles of the epoch. */
  private long left(long cycle) {
    return parameters.epochCycles() - pair.epoch().cycles(cycle);
  }

  /** Returns whether the wanted partition is in place, or the wait has timed out. */
  private boolean isInPlace(long cycle, DeviceView device) {
    boolean waits = false;
    for (int i = 0; i < sms.length; i++) {
      Mix wanted = grants.partition(roles.of(i));
      waits |= settled.waits(i, wanted, new SettledSms.Sm(device, sms[i], kernels));
    }
    return !waits
        || cycle - settlingSince >= (long) parameters.patienceEpochs() * parameters.epochCycles();
  }

  private void measure(long cycle, DeviceView device) {
    settleCycles += cycle - settlingSince;
    Epoch.Counters counters = kernels.counters(cycle, device);
    for (int i = 0; i < sms.length; i++) {
      if (settled.has(i)) {
        pair.epoch().sample(cycle, sms[i], counters);
      }
    }
    pair.epoch().start(cycle);
    state = State.MEASURING;
  }

  /** Ends the epoch and chooses the next partition. */
  private void decide(long cycle, DeviceView device) {
    pair.epoch().stop(cycle, sm -> roleOf(sm).ordinal(), kernels.counters(cycle, device));
    Map<Candidate, List<Share>> shares = shares();
    Scores scores = pair.decide(sms.length);
    log.add(
        new PolicyDecision(
            cycle,
            kernels.processes(),
            outcomes(scores.best(), pair.partitions().fromEven(pair.follower())),
            scores.best().label(),
            Arrays.stream(Candidate.values())
                .map(c -> new PolicyDecision.Candidate(c.label(), scores.of(c), shares.get(c)))
                .toList(),
            roles(device.config().sms()),
            moved,
            settleCycles));
    for (int side = 0; side < kernels.count(); side++) {
      int even = pair.partitions().even().of(side);
      history.note(kernels.name(device, side), pair.follower().of(side), even);
      history.noteAlone(kernels.name(device, side), pair.alone(side));
    }
    pair.epoch().clear();
    moved = 0;
    settleCycles = 0;
    settle(cycle, device);
  }

  /** Returns the measurements of each candidate; call it before the decision. */
  private Map<Candidate, List<Share>> shares() {
    Map<Candidate, List<Share>> shares = new EnumMap<>(Candidate.class);
    for (Candidate candidate : Candidate.values()) {
      List<Share> ofCandidate = new ArrayList<>();
      for (int side = 0; side < kernels.count(); side++) {
        Role role = candidate.role(side);
        ofCandidate.add(
            roles.count(role) == 0
                ? Share.untried(kernels.process(side))
                : new Share(
                    kernels.process(side),
                    grants.partition(role).of(side),
                    pair.epoch().ipc(role.ordinal(), side)));
      }
      shares.put(candidate, ofCandidate);
    }
    return shares;
  }

  /** Returns the role of each SM of the device; SMs of other groups have none. */
  private List<SmRole> roles(int deviceSms) {
    SmRole ofOthers = new SmRole("", SmRole.SHARED);
    List<SmRole> all = new ArrayList<>(Collections.nCopies(deviceSms, ofOthers));
    for (int i = 0; i < sms.length; i++) {
      Role role = roles.of(i);
      int side = role == Role.dedicated(0) ? 0 : 1;
      int owner = role.isDedicated() ? kernels.process(side) : SmRole.SHARED;
      all.set(sms[i], new SmRole(role.label(), owner));
    }
    return all;
  }

  /** Returns the categories of a decision. Source: GPU Maestro Figure 13. */
  private static List<String> outcomes(Candidate winner, int fromEven) {
    if (winner == Candidate.SPATIAL) {
      return List.of(PolicyDecision.SPATIAL);
    }
    if (fromEven == 0) {
      return List.of("smkEven");
    }
    return Math.abs(fromEven) == 1 ? List.of("smkOther", "smkOtherByOne") : List.of("smkOther");
  }

  private int whole(DeviceView device, int side) {
    return Occupancy.of(device.config().sm().part(parts), kernels.need(device, side))
        .threadBlocks();
  }

  private void writeQuotas(DeviceView device, Quotas quotas) {
    for (int side = 0; side < kernels.count(); side++) {
      if (kernels.runs(side)) {
        int whole = parts == 1 ? Quotas.UNLIMITED : whole(device, side);
        for (int i = 0; i < sms.length; i++) {
          quotas.set(sms[i], kernels.row(side), Math.min(whole, quota(device, i, side)));
        }
      }
    }
  }

  private int quota(DeviceView device, int index, int side) {
    if (state == State.UNPAIRED) {
      boolean waits = expected == 1 - side && roles.of(index) == Role.dedicated(expected);
      return waits ? 0 : Quotas.UNLIMITED;
    }
    boolean isReleased = areTwo() && isReleased(device, index, 1 - side);
    return isReleased ? Quotas.UNLIMITED : planned(index, side);
  }

  /**
   * Returns whether a kernel has nothing left to launch, so that the other may take the resources
   * it frees on an SM; on its own SM, only after its last thread block there has ended.
   */
  private boolean isReleased(DeviceView device, int index, int side) {
    return isLeaving(device, side)
        && (!isOwn(index, side) || device.resident(sms[index], kernels.row(side)) == 0);
  }

  /** Returns a kernel's quota on an SM; unlimited if the SM is its own. */
  private int planned(int index, int side) {
    return switch (state) {
      case UNPAIRED -> throw new IllegalStateException("no pair");
      case SPLIT -> isOwn(index, side) ? Quotas.UNLIMITED : 0;
      case EVEN -> pair.partitions().even().of(side);
      case SETTLING, MEASURING, TAIL, AWAITING -> grants.quota(roles.of(index), side);
    };
  }

  private boolean isOwn(int index, int side) {
    if (hasRoles()) {
      return roles.of(index) == Role.dedicated(side);
    }
    boolean isInItsHalf = index * PairAssignment.PAIR / sms.length == side;
    return state == State.SPLIT && (sms.length == 1 || isInItsHalf);
  }
}
