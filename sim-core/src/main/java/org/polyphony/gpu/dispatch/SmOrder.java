package org.polyphony.gpu.dispatch;

import org.polyphony.gpu.config.DispatchConfig;

/**
 * Chooses the SM that receives the next thread block, and its kernel.
 *
 * <p>With round-robin placement, it is the next SM after the last that received one, as in
 * GPGPU-Sim. Otherwise kernels of the lowest rank come first and kernels of equal rank alternate;
 * among the SMs that would receive a thread block of that kernel, the one that can hold most of
 * them is chosen, ties being broken round-robin. Source: {@link DispatchConfig}.
 *
 * <p>On an SM, kernels below their quota are tried by rank, then by distance below their quota,
 * then by start time; those of one process by start time only. If one does not fit, the next one is
 * tried, unless the first has nothing on the SM yet: otherwise small thread blocks that come and go
 * could starve a large one. Source: GPU Maestro section 2.2.
 *
 * <p>A process may be limited to a number of SMs on which it holds thread blocks at a time
 * (DEVIATIONS.md 87). Source: the active thread percentage of MPS.
 *
 * <p>All thread blocks of a cluster launch at once, each on an SM of its own, all of one GPC.
 *
 * <p>State: {@code smLimits}, SMs by process; {@code chosen}, by SM the kernel row that it would
 * receive in this cycle; {@code served}, by kernel row the sequence number of its last launch.
 */
final class SmOrder {
  /** No SM. */
  static final int NONE = -1;

  private final DispatchConfig config;
  private final KernelControlBlocks kernels;
  private final SmStatusTable sms;
  private final Quotas quotas;
  private final FragmentationCounters fragmentation;
  private final Gpcs gpcs;
  private final int first; // the first of its SMs
  private final int end; // the SM after the last
  private final int[] inTurn; // its SMs, in the order in which they take turns
  private final int process; // that it serves, or Dispatchers.ALL
  private final int[] smLimits;
  private final int[] chosen;
  private final long[] served = new long[KernelControlBlocks.ROWS];
  private final int[] members; // SMs of the cluster that launches, the first is the SM chosen
  private final long[] servedIn; // by SM: the last round in which a cluster took it
  private long rounds; // calls of begin
  private long launches;
  private long cycle;
  private int turn; // place after that of the last SM served
  private int begun; // value of turn at the start of this cycle
  private int visited; // SMs already visited in this cycle
  private int left; // launches left for the device in this cycle
  private int row;

  SmOrder(
      DispatchConfig config,
      KernelControlBlocks kernels,
      SmStatusTable sms,
      Quotas quotas,
      FragmentationCounters fragmentation,
      Gpcs gpcs,
      Dispatchers dispatchers,
      int dispatcher) {
    this.config = config;
    this.first = dispatchers.firstSm(dispatcher);
    this.end = dispatchers.endSm(dispatcher);
    this.process = dispatchers.process(dispatcher);
    this.smLimits = dispatchers.smLimits();
    this.kernels = kernels;
    this.sms = sms;
    this.quotas = quotas;
    this.fragmentation = fragmentation;
    this.gpcs = gpcs;
    this.inTurn = gpcs.inTurn(first, end, config.acrossGpcs());
    this.chosen = new int[sms.sms()];
    this.members = new int[sms.sms()];
    this.servedIn = new long[sms.sms()];
  }

  void begin(long now) {
    cycle = now;
    rounds++;
    begun = turn;
    visited = 0;
    left = config.perCycle();
    if (config.mostRoom()) {
      for (int sm = first; sm < end; sm++) {
        chosen[sm] = kernelFor(sm);
      }
    }
  }

  /** Returns the SM that receives a thread block now, or {@link #NONE} in this cycle. */
  int next() {
    if (left <= 0) {
      return NONE;
    }
    int place = config.mostRoom() ? roomiest() : nextPlace();
    if (place == NONE) {
      return NONE;
    }
    left -= kernels.clusterSize(row);
    takeMembers(inTurn[place]);
    int last = config.acrossGpcs() ? place : members[kernels.clusterSize(row) - 1] - first;
    turn = wrap(last + 1);
    served[row] = ++launches;
    return inTurn[place];
  }

  /** Returns the kernel row for the SM returned by {@link #next}. */
  int row() {
    return row;
  }

  /** Returns the SM of a rank of the cluster that launches. */
  int member(int rank) {
    return members[rank];
  }

  /** In this cycle, nothing else launches on the SMs of a cluster. */
  private void takeMembers(int sm) {
    members[0] = sm;
    for (int rank = 1; rank < kernels.clusterSize(row); rank++) {
      servedIn[members[rank]] = rounds;
      chosen[members[rank]] = KernelControlBlocks.NONE;
    }
  }

  /**
   * Returns whether the other thread blocks of a cluster find SMs in the same GPC, one on each, and
   * notes these.
   */
  private boolean findMembers(int sm, int row) {
    int size = kernels.clusterSize(row);
    int from = Math.max(first, gpcs.firstSm(sm));
    int to = Math.min(end, gpcs.endSm(sm));
    int found = 1;
    for (int i = 1; i < to - from && found < size; i++) {
      int other = sm + i < to ? sm + i : sm + i - to + from;
      if (servedIn[other] != rounds
          && mayLaunch(other, row)
          && sms.fits(other, kernels.need(row), kernels.process(row))) {
        members[found++] = other;
      }
    }
    return found == size;
  }

  private int nextPlace() {
    while (visited < inTurn.length) {
      int place = wrap(begun + visited++);
      row = kernelFor(inTurn[place]);
      if (row != KernelControlBlocks.NONE) {
        return place;
      }
    }
    return NONE;
  }

  private int roomiest() {
    int best = NONE;
    for (int i = 0; i < inTurn.length; i++) {
      int place = wrap(turn + i);
      if (canLaunch(inTurn[place]) && (best == NONE || precedes(inTurn[place], inTurn[best]))) {
        best = place;
      }
    }
    if (best != NONE) {
      row = chosen[inTurn[best]];
      findMembers(inTurn[best], row);
      chosen[inTurn[best]] = KernelControlBlocks.NONE; // at most one launch per SM and cycle
    }
    return best;
  }

  private int wrap(int place) {
    return place < inTurn.length ? place : place - inTurn.length;
  }

  private boolean canLaunch(int sm) {
    return chosen[sm] != KernelControlBlocks.NONE
        && kernels.left(chosen[sm]) > 0
        && mayUse(sm, chosen[sm])
        && (kernels.clusterSize(chosen[sm]) == 1 || findMembers(sm, chosen[sm]));
  }

  private boolean precedes(int sm, int other) {
    int mine = chosen[sm];
    int others = chosen[other];
    if (mine == others) {
      return room(sm, mine) > room(other, mine);
    }
    if (quotas.rank(mine) != quotas.rank(others)) {
      return quotas.rank(mine) < quotas.rank(others);
    }
    return isSameProcess(mine, others)
        ? kernels.order(mine) < kernels.order(others)
        : served[mine] < served[others];
  }

  private boolean isSameProcess(int row, int other) {
    return kernels.process(row) == kernels.process(other);
  }

  private int room(int sm, int kernelRow) {
    ThreadBlockNeed need = kernels.need(kernelRow);
    int held = sms.resident(sm, kernelRow) - sms.leaving(sm, kernelRow);
    int room = Math.min(quotas.get(sm, kernelRow) - held, sms.freeSlots(sm));
    room = Math.min(room, sms.freeThreads(sm) / need.threads());
    room = Math.min(room, sms.freeWarps(sm) / need.warps());
    room = Math.min(room, sms.registers(sm).free() / need.registers());
    return need.sharedMemoryBytes() == 0
        ? room
        : Math.min(room, sms.sharedMemory(sm).free() / need.sharedMemoryBytes());
  }

  /** Returns the kernel row that can launch on an SM now, or {@link KernelControlBlocks#NONE}. */
  private int kernelFor(int sm) {
    if (servedIn[sm] == rounds) {
      return KernelControlBlocks.NONE;
    }
    int fragmentedFor = KernelControlBlocks.NONE;
    int candidates = candidates(sm);
    while (candidates != 0) {
      int row = first(sm, candidates);
      boolean hasPeers = kernels.clusterSize(row) == 1 || findMembers(sm, row);
      if (hasPeers && sms.fits(sm, kernels.need(row), kernels.process(row))) {
        fragmentation.whole(cycle, sm);
        return row;
      }
      boolean hasRoom = hasPeers && FragmentationCounters.hasRoom(sms, sm, kernels.need(row));
      fragmentedFor = hasRoom ? row : fragmentedFor;
      // a kernel with nothing on this SM must not be starved by later ones, but a cluster may never
      // find room here
      boolean isNext = sms.resident(sm, row) == 0 && kernels.clusterSize(row) == 1;
      candidates &= isNext ? 0 : config.inOrder() ? peers(row) : ~0;
      candidates &= ~(1 << row);
    }
    if (fragmentedFor == KernelControlBlocks.NONE) {
      fragmentation.whole(cycle, sm);
    } else {
      fragmentation.fragmented(cycle, sm, sms, kernels.need(fragmentedFor));
    }
    return KernelControlBlocks.NONE;
  }

  /** Returns the running kernels of the rank of a kernel. */
  private int peers(int row) {
    int peers = 0;
    for (int rest = kernels.runningMask(); rest != 0; rest &= rest - 1) {
      int other = Integer.numberOfTrailingZeros(rest);
      peers |= quotas.rank(other) == quotas.rank(row) ? 1 << other : 0;
    }
    return peers;
  }

  private int candidates(int sm) {
    int candidates = 0;
    for (int rest = kernels.runningMask(); rest != 0; rest &= rest - 1) {
      int row = Integer.numberOfTrailingZeros(rest);
      candidates |= serves(row) && mayLaunch(sm, row) ? 1 << row : 0;
    }
    return candidates;
  }

  private boolean serves(int row) {
    return process == Dispatchers.ALL || process == kernels.process(row);
  }

  /** Returns the lowest rank of the kernels that it serves. */
  int rank() {
    int lowest = Integer.MAX_VALUE;
    for (int rest = kernels.runningMask(); rest != 0; rest &= rest - 1) {
      int row = Integer.numberOfTrailingZeros(rest);
      lowest = serves(row) ? Math.min(lowest, quotas.rank(row)) : lowest;
    }
    return lowest;
  }

  /** Returns whether quotas and limits allow one more thread block of a kernel on an SM. */
  private boolean mayLaunch(int sm, int row) {
    return kernels.left(row) > 0
        && sms.resident(sm, row) - sms.leaving(sm, row) < quotas.get(sm, row)
        && (!quotas.isExclusive(sm) || sms.residentOn(sm) == residentOfProcess(sm, row))
        && mayUse(sm, row);
  }

  /**
   * Returns the most SMs of one GPC on which a kernel may have thread blocks; 0 if it may on none.
   */
  int mostInGpc(int row) {
    int most = 0;
    for (int sm = first; sm < end; sm = gpcs.endSm(sm)) {
      int allowed = 0;
      for (int other = sm; other < Math.min(end, gpcs.endSm(sm)); other++) {
        allowed += quotas.get(other, row) > 0 ? 1 : 0;
      }
      most = Math.max(most, allowed);
    }
    return Math.min(most, smLimits[kernels.process(row)]);
  }

  /** Returns whether a kernel's process may hold thread blocks on one more SM, or is there. */
  private boolean mayUse(int sm, int row) {
    int limit = smLimits[kernels.process(row)];
    if (limit >= end - first || residentOfProcess(sm, row) > 0) {
      return true;
    }
    int used = 0;
    for (int other = first; other < end; other++) {
      used += residentOfProcess(other, row) > 0 ? 1 : 0;
    }
    return used < limit;
  }

  /** Returns the thread blocks on an SM of all kernels of a kernel's process. */
  private int residentOfProcess(int sm, int row) {
    int resident = 0;
    for (int rest = kernels.runningMask(); rest != 0; rest &= rest - 1) {
      int other = Integer.numberOfTrailingZeros(rest);
      resident += isSameProcess(row, other) ? sms.resident(sm, other) : 0;
    }
    return resident;
  }

  private int first(int sm, int candidates) {
    int best = Integer.numberOfTrailingZeros(candidates);
    for (int rest = candidates & (candidates - 1); rest != 0; rest &= rest - 1) {
      int row = Integer.numberOfTrailingZeros(rest);
      if (kernelPrecedes(sm, row, best)) {
        best = row;
      }
    }
    return best;
  }

  private boolean kernelPrecedes(int sm, int row, int other) {
    if (quotas.rank(row) != quotas.rank(other)) {
      return quotas.rank(row) < quotas.rank(other);
    }
    if (isSameProcess(row, other)) {
      return kernels.order(row) < kernels.order(other);
    }
    long share = (long) sms.resident(sm, row) * quotas.get(sm, other); // resident / quota
    long otherShare = (long) sms.resident(sm, other) * quotas.get(sm, row);
    return share != otherShare ? share < otherShare : kernels.order(row) < kernels.order(other);
  }
}
