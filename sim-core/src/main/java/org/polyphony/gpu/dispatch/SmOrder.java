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
  private final int first; // the first of its SMs
  private final int end; // the SM after the last
  private final int[] smLimits;
  private final int[] chosen;
  private final long[] served = new long[KernelControlBlocks.ROWS];
  private long launches;
  private long cycle;
  private int turn; // the SM after the last one served
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
      Dispatchers dispatchers,
      int dispatcher) {
    this.config = config;
    this.first = dispatchers.firstSm(dispatcher);
    this.end = dispatchers.endSm(dispatcher);
    this.turn = first;
    this.smLimits = dispatchers.smLimits();
    this.kernels = kernels;
    this.sms = sms;
    this.quotas = quotas;
    this.fragmentation = fragmentation;
    this.chosen = new int[sms.sms()];
  }

  void begin(long now) {
    cycle = now;
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
    if (left == 0) {
      return NONE;
    }
    int sm = config.mostRoom() ? roomiest() : inTurn();
    if (sm != NONE) {
      left--;
      turn = sm + 1 == end ? first : sm + 1;
      served[row] = ++launches;
    }
    return sm;
  }

  /** Returns the kernel row for the SM returned by {@link #next}. */
  int row() {
    return row;
  }

  private int inTurn() {
    while (visited < end - first) {
      int sm = wrap(begun + visited++);
      row = kernelFor(sm);
      if (row != KernelControlBlocks.NONE) {
        return sm;
      }
    }
    return NONE;
  }

  private int roomiest() {
    int best = NONE;
    for (int i = 0; i < end - first; i++) {
      int sm = wrap(turn + i);
      if (canLaunch(sm) && (best == NONE || precedes(sm, best))) {
        best = sm;
      }
    }
    if (best != NONE) {
      row = chosen[best];
      chosen[best] = KernelControlBlocks.NONE; // at most one launch per SM and cycle
    }
    return best;
  }

  private int wrap(int sm) {
    return sm < end ? sm : sm - end + first;
  }

  private boolean canLaunch(int sm) {
    return chosen[sm] != KernelControlBlocks.NONE
        && kernels.left(chosen[sm]) > 0
        && mayUse(sm, chosen[sm]);
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
    int fragmentedFor = KernelControlBlocks.NONE;
    int candidates = candidates(sm);
    while (candidates != 0) {
      int row = first(sm, candidates);
      if (sms.fits(sm, kernels.need(row), kernels.process(row))) {
        fragmentation.whole(cycle, sm);
        return row;
      }
      boolean hasRoom = FragmentationCounters.hasRoom(sms, sm, kernels.need(row));
      fragmentedFor = hasRoom ? row : fragmentedFor;
      // a kernel with nothing on this SM must not be starved by later ones
      candidates &= sms.resident(sm, row) == 0 ? 0 : ~(1 << row);
    }
    if (fragmentedFor == KernelControlBlocks.NONE) {
      fragmentation.whole(cycle, sm);
    } else {
      fragmentation.fragmented(cycle, sm, sms, kernels.need(fragmentedFor));
    }
    return KernelControlBlocks.NONE;
  }

  private int candidates(int sm) {
    int candidates = 0;
    for (int rest = kernels.runningMask(); rest != 0; rest &= rest - 1) {
      int row = Integer.numberOfTrailingZeros(rest);
      if (kernels.left(row) > 0
          && sms.resident(sm, row) - sms.leaving(sm, row) < quotas.get(sm, row)
          && (!quotas.isExclusive(sm) || sms.residentOn(sm) == residentOfProcess(sm, row))
          && mayUse(sm, row)) {
        candidates |= 1 << row;
      }
    }
    return candidates;
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
