package org.polyphony.policy.partition.tutti;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.policy.partition.DeviceView;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.policy.partition.PolicyDecision.Share;
import org.polyphony.policy.partition.PolicyDecision.SmRole;
import org.polyphony.policy.partition.measure.Epoch;
import org.polyphony.policy.partition.measure.Kernels;
import org.polyphony.policy.partition.measure.Mix;

/**
 * Kernels that run together, as often as they do: their search, and the epoch that it waits for.
 * Epochs follow each other: mixes are put in place, measured, and a decision taken. An epoch is
 * interrupted while a kernel has nothing left to launch, unless its grid is small, and resumed when
 * the same kernels run again.
 *
 * <p>Kernels that do not fit on one SM together divide the SMs evenly; on a device with too few SMs
 * to measure, all hold even partitioning.
 */
final class Ensemble {
  /** SMs needed to measure besides one for each kernel alone: one current and two trial SMs. */
  private static final int SHARING_SMS = 3;

  private static final double IN_PLACE = 0.75; // share of the SMs with which an epoch starts
  private static final double URGENT = 0.5; // share of its thread blocks that a kernel lacks

  private final Settings settings;
  private final MixSpace space;
  private final SpatialSplit split;
  private final Search search;
  private final long[] largestGrid;
  private final int sms;
  private Kernels kernels = Kernels.NONE;
  private Mix[] mixes; // by SM; null before the first epoch
  private Epoch epoch;
  private boolean isInterrupted;
  private long settlingSince;
  private long settleCycles;
  private int moved;

  /**
   * Creates the ensemble of running kernels.
   *
   * @param alone thread instructions per cycle of each kernel alone on an SM; NaN if unknown
   */
  Ensemble(Settings settings, DeviceView device, Kernels kernels, double[] alone) {
    this.settings = settings;
    this.sms = device.config().sms();
    this.space =
        new MixSpace(device.config().sm(), kernels.rows().stream().map(device::need).toList());
    this.split = new SpatialSplit(space.kernels());
    this.search = new Search(settings, space, split, alone);
    this.largestGrid = new long[space.kernels()];
    this.mixes = new Mix[sms];
    if (!isMeasured()) {
      Arrays.fill(mixes, space.even());
    }
    this.epoch = new Epoch(sms, sms, space.kernels());
  }

  /** Returns the SMs that a device must have for kernels to be measured on it. */
  static int leastSms(int kernels) {
    return Search.DEDICATED_SMS * kernels + SHARING_SMS;
  }

  boolean isMeasured() {
    return space.exists() && sms >= leastSms(space.kernels());
  }

  /** Returns a kernel's thread instructions per cycle alone on an SM; NaN if unknown. */
  double alone(int kernel) {
    return search.alone(kernel);
  }

  /** Returns the role of an SM; empty if none is measured. */
  String role(int sm) {
    return isMeasured() ? search.role(mixes[sm]) : "";
  }

  /** Called when the kernels have been launched, for the first time or again. */
  void enter(long cycle, DeviceView device, Kernels launched) {
    boolean isFirst = kernels.count() == 0;
    kernels = launched;
    isInterrupted = false;
    for (int k = 0; k < space.kernels(); k++) {
      largestGrid[k] = Math.max(largestGrid[k], device.threadBlocks(kernels.row(k)));
      split.see(k, ceil(largestGrid[k], space.occupancy(k)));
    }
    settlingSince = cycle;
    if (isFirst && isMeasured()) {
      plan(cycle, device);
    }
  }

  private static long ceil(long number, int divisor) {
    return (number + divisor - 1) / divisor;
  }

  /** Called before other kernels run, and in the tail of one. */
  void leave(long cycle, DeviceView device) {
    if (!epoch.isRunning()) {
      settleCycles += isInterrupted ? 0 : cycle - settlingSince;
    }
    epoch.stop(cycle, sm -> sm, kernels.counters(cycle, device));
  }

  /** Assigns each SM its mix for the next epoch. */
  private void plan(long cycle, DeviceView device) {
    MixPlacement placement = new MixPlacement(mixes, (sm, mix) -> leaving(device, sm, mix));
    mixes = placement.of(search.plan(sms));
    moved = placement.moved();
    epoch = new Epoch(sms, sms, space.kernels());
    settlingSince = cycle;
    settleCycles = 0;
  }

  private int leaving(DeviceView device, int sm, Mix mix) {
    int leaving = 0;
    for (int k = 0; k < space.kernels(); k++) {
      leaving += Math.max(0, device.resident(sm, kernels.row(k)) - mix.of(k));
    }
    return leaving;
  }

  /** Advances the epoch; returns the decision if it has ended. */
  Optional<PolicyDecision> advance(long cycle, DeviceView device) {
    if (isInTail(device)) {
      leave(cycle, device);
      isInterrupted = true;
      return Optional.empty();
    }
    if (isInterrupted) {
      isInterrupted = false;
      settlingSince = cycle;
    }
    sample(cycle, device);
    if (!epoch.isRunning() || epoch.cycles(cycle) < settings.measureCycles()) {
      return Optional.empty();
    }
    epoch.stop(cycle, sm -> sm, kernels.counters(cycle, device));
    PolicyDecision decision = decide(cycle);
    plan(cycle, device);
    return Optional.of(decision);
  }

  private boolean isInTail(DeviceView device) {
    boolean isInTail = false;
    for (int k = 0; k < space.kernels(); k++) {
      isInTail |= isEnding(device, k);
    }
    return isInTail;
  }

  /** Returns whether a kernel leaves room to others because it has nothing left to launch. */
  private boolean isEnding(DeviceView device, int kernel) {
    return kernels.isEnding(device, kernel) && !isSmall(device, kernel);
  }

  /** Returns whether the grid of a kernel fits in its even share of the device. */
  private boolean isSmall(DeviceView device, int kernel) {
    return settings.holdRoom()
        && device.threadBlocks(kernels.row(kernel)) <= (long) sms * space.even().of(kernel);
  }

  private void sample(long cycle, DeviceView device) {
    Epoch.Counters counters = kernels.counters(cycle, device);
    for (int sm = 0; sm < sms; sm++) {
      if (!epoch.isSampled(sm) && isInPlace(device, sm)) {
        epoch.sample(cycle, sm, counters);
      }
    }
    boolean isPatienceOver = cycle - settlingSince >= settings.measureCycles();
    if (!epoch.isRunning() && (epoch.sampledSms() >= IN_PLACE * sms || isPatienceOver)) {
      epoch.start(cycle);
      settleCycles += cycle - settlingSince;
    }
  }

  private boolean isInPlace(DeviceView device, int sm) {
    if (!device.isSettled(sm)) {
      return false;
    }
    Mix mix = held(sm);
    for (int k = 0; k < space.kernels(); k++) {
      int row = kernels.row(k);
      if (!isSmall(device, k)
          && device.held(sm, row) < mix.of(k)
          && device.threadBlocksLeft(row) > 0
          && device.hasPlace(sm, row)) {
        return false;
      }
    }
    return true;
  }

  /** Returns an SM's mix without thread blocks that small grids lack. */
  private Mix held(int sm) {
    if (search.isSpatial()) {
      return mixes[sm];
    }
    int[] caps = new int[space.kernels()];
    for (int k = 0; k < caps.length; k++) {
      caps[k] = (int) Math.min(Integer.MAX_VALUE, ceil(largestGrid[k], sms));
    }
    return space.capped(mixes[sm], caps);
  }

  private PolicyDecision decide(long cycle) {
    Measurement measured = new Measurement(mixes, epoch, space.kernels());
    List<SmRole> roles = roles();
    List<Integer> processes = kernels.processes();
    Search.Verdict verdict = search.decide(measured);
    List<PolicyDecision.Candidate> candidates = new ArrayList<>();
    for (Search.Candidate each : verdict.candidates()) {
      List<Share> shares = new ArrayList<>();
      for (int k = 0; k < space.kernels(); k++) {
        Mix mix = each.mix().equals(Mix.SPATIAL) ? space.alone(k) : each.mix();
        shares.add(new Share(processes.get(k), mix.of(k), measured.ipc(mix, k)));
      }
      candidates.add(new PolicyDecision.Candidate(each.name(), each.score(), shares));
    }
    return new PolicyDecision(
        cycle, processes, outcomes(), verdict.winner(), candidates, roles, moved, settleCycles);
  }

  private List<SmRole> roles() {
    List<SmRole> roles = new ArrayList<>();
    for (int sm = 0; sm < sms; sm++) {
      String name = role(sm);
      int owner = SmRole.SHARED;
      for (int k = 0; k < space.kernels(); k++) {
        boolean isOwn = name.equals(Search.DEDICATED) && mixes[sm].of(k) > 0;
        owner = isOwn ? kernels.process(k) : owner;
      }
      roles.add(new SmRole(name, owner));
    }
    return roles;
  }

  /** Returns the categories of a decision, those of GPU Maestro Figure 13. */
  private List<String> outcomes() {
    Mix mix = search.current();
    if (search.isSpatial()) {
      return List.of(PolicyDecision.SPATIAL);
    }
    return List.of(mix.equals(space.even()) ? "smkEven" : "smkOther");
  }

  /** Returns the quotas of all kernels on an SM. */
  int[] quotas(DeviceView device, int sm) {
    int[] quotas = space.exists() ? held(sm).counts() : ownSm(sm);
    for (int k = 0; k < quotas.length; k++) {
      quotas[k] = isReleased(device, k) ? Quotas.UNLIMITED : quotas[k];
    }
    return quotas;
  }

  /** Returns the quotas on an SM of kernels that do not fit on one SM together. */
  private int[] ownSm(int sm) {
    int[] quotas = new int[space.kernels()];
    quotas[(int) ((long) sm * quotas.length / sms)] = Quotas.UNLIMITED;
    return quotas;
  }

  /** Returns whether a kernel may use resources of another that has nothing left to launch. */
  private boolean isReleased(DeviceView device, int kernel) {
    boolean all = true;
    boolean any = false;
    for (int other = 0; other < space.kernels(); other++) {
      if (other != kernel) {
        all &= kernels.isEnding(device, other);
        any |= isEnding(device, other);
      }
    }
    return space.exists() ? any : all;
  }

  /**
   * Returns how long thread blocks above their quota on an SM may take to end by themselves: not at
   * all while a kernel lacks most of its own.
   */
  long patience(DeviceView device, int sm, int[] quotas) {
    for (int k = 0; space.exists() && k < quotas.length; k++) {
      int wanted = Math.min(quotas[k], space.occupancy(k));
      if (device.resident(sm, kernels.row(k)) < URGENT * wanted) {
        return 0;
      }
    }
    return settings.patienceCycles();
  }
}
