package org.polyphony.gpu.dispatch;

import org.polyphony.gpu.config.DispatchConfig;

/**
 * Which SM receives a thread block next.
 *
 * <p>Where SMs take turns, it is the next one after the last that received one, as in GPGPU-Sim.
 * Otherwise kernels of the lowest rank come first, kernels of one rank take turns, and of the SMs
 * that would receive a thread block of that kernel it is the one with room for most of them, then
 * the one whose turn it is. Source: {@link DispatchConfig}.
 *
 * <p>State: {@code chosen}, by SM the kernel row that it would receive in this cycle; {@code
 * served}, by kernel row the number of the launch in which it was served last.
 */
final class SmOrder {
  /** No SM. */
  static final int NONE = -1;

  private final DispatchConfig config;
  private final KernelControlBlocks kernels;
  private final SmStatusTable sms;
  private final Quotas quotas;
  private final KernelChoice choice;
  private final int[] chosen;
  private final long[] served = new long[KernelControlBlocks.ROWS];
  private long launches;
  private long cycle;
  private int turn; // the SM after the one that was served last
  private int begun; // the SM whose turn it was when this cycle began
  private int visited; // SMs that have had their turn in this cycle
  private int left; // thread blocks that the device may still launch in this cycle
  private int row;

  SmOrder(
      DispatchConfig config,
      KernelControlBlocks kernels,
      SmStatusTable sms,
      Quotas quotas,
      KernelChoice choice) {
    this.config = config;
    this.kernels = kernels;
    this.sms = sms;
    this.quotas = quotas;
    this.choice = choice;
    this.chosen = new int[sms.sms()];
  }

  void begin(long now) {
    cycle = now;
    begun = turn;
    visited = 0;
    left = config.perCycle();
    if (config.mostRoom()) {
      for (int sm = 0; sm < chosen.length; sm++) {
        chosen[sm] = choice.on(sm, now);
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
      turn = (sm + 1) % chosen.length;
      served[row] = ++launches;
    }
    return sm;
  }

  /** Returns the kernel row of the thread block that the SM of {@link #next} receives. */
  int row() {
    return row;
  }

  private int inTurn() {
    while (visited < chosen.length) {
      int sm = (begun + visited++) % chosen.length;
      row = choice.on(sm, cycle);
      if (row != KernelControlBlocks.NONE) {
        return sm;
      }
    }
    return NONE;
  }

  private int roomiest() {
    int best = NONE;
    for (int i = 0; i < chosen.length; i++) {
      int sm = turn + i < chosen.length ? turn + i : turn + i - chosen.length;
      if (canLaunch(sm) && (best == NONE || precedes(sm, best))) {
        best = sm;
      }
    }
    if (best != NONE) {
      row = chosen[best];
      chosen[best] = KernelControlBlocks.NONE; // an SM receives one in a cycle
    }
    return best;
  }

  private boolean canLaunch(int sm) {
    return chosen[sm] != KernelControlBlocks.NONE && kernels.left(chosen[sm]) > 0;
  }

  private boolean precedes(int sm, int other) {
    int mine = chosen[sm];
    int others = chosen[other];
    if (mine == others) {
      return room(sm, mine) > room(other, mine);
    }
    return quotas.rank(mine) != quotas.rank(others)
        ? quotas.rank(mine) < quotas.rank(others)
        : served[mine] < served[others];
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
}
