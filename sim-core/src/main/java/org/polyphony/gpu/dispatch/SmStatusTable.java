package org.polyphony.gpu.dispatch;

import java.util.Arrays;
import org.polyphony.gpu.alloc.RangeAllocator;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.ResidentBlock.State;

/**
 * The SM status table (SMST): one row per SM, written only by the thread-block scheduler.
 *
 * <p>State per thread-block slot: a {@link ResidentBlock}. Per SM: free threads, warp slots,
 * registers and shared memory; per SM and kernel: thread blocks held, and how long the SM has held
 * any. Source: GPU Maestro section 2.2.
 */
public final class SmStatusTable {
  private final int sms;
  private final SmConfig config;
  private final RangeAllocator[] registers;
  private final RangeAllocator[] sharedMemory;
  private final int[] freeThreads;
  private final int[] freeWarps;
  private final int[] freeSlots; // per SM, bit per slot
  private final int[] resident; // per SM and kernel row
  private final int[] residentOnSm;
  private final int[] leaving; // per SM and kernel row: being preempted
  private final int[] held; // per SM and kernel row: resident, or left with resources not yet free
  private final long[] heldSince; // per SM and kernel row: start of the current holding period
  private final long[] heldCycles; // per SM and kernel row: total of earlier holding periods
  private final ResidentBlock[] blocks; // per SM and slot

  SmStatusTable(int sms, SmConfig config, RangeAllocator.Factory allocation) {
    this.sms = sms;
    this.config = config;
    registers = new RangeAllocator[sms];
    sharedMemory = new RangeAllocator[sms];
    freeThreads = new int[sms];
    freeWarps = new int[sms];
    freeSlots = new int[sms];
    resident = new int[sms * KernelControlBlocks.ROWS];
    residentOnSm = new int[sms];
    leaving = new int[sms * KernelControlBlocks.ROWS];
    held = new int[sms * KernelControlBlocks.ROWS];
    heldSince = new long[sms * KernelControlBlocks.ROWS];
    heldCycles = new long[sms * KernelControlBlocks.ROWS];
    blocks = new ResidentBlock[sms * config.threadBlocks()];
    Arrays.setAll(blocks, at -> new ResidentBlock());
    for (int sm = 0; sm < sms; sm++) {
      registers[sm] = allocation.create(config.registers());
      sharedMemory[sm] = allocation.create(config.sharedMemoryBytes());
    }
    Arrays.fill(freeThreads, config.threads());
    Arrays.fill(freeWarps, config.warps());
    Arrays.fill(freeSlots, -1 >>> (Integer.SIZE - config.threadBlocks()));
  }

  public int sms() {
    return sms;
  }

  public int slots() {
    return config.threadBlocks();
  }

  public int resident(int sm, int kernelRow) {
    return resident[sm * KernelControlBlocks.ROWS + kernelRow];
  }

  public int leaving(int sm, int kernelRow) {
    return leaving[sm * KernelControlBlocks.ROWS + kernelRow];
  }

  /**
   * Returns the thread blocks of a kernel row on an SM, including those that have left but whose
   * resources cannot be reused yet.
   */
  public int held(int sm, int kernelRow) {
    return held[sm * KernelControlBlocks.ROWS + kernelRow];
  }

  /**
   * Returns the core cycles in which an SM has {@link #held} a thread block of kernels in a row.
   * Monotonic, not reset when the row is reused.
   */
  public long heldCycles(long cycle, int sm, int kernelRow) {
    int at = sm * KernelControlBlocks.ROWS + kernelRow;
    return heldCycles[at] + (held[at] > 0 ? cycle - heldSince[at] : 0);
  }

  public int residentOn(int sm) {
    return residentOnSm[sm];
  }

  public ResidentBlock block(int sm, int slot) {
    return blocks[sm * config.threadBlocks() + slot];
  }

  public int freeThreads(int sm) {
    return freeThreads[sm];
  }

  public int freeWarps(int sm) {
    return freeWarps[sm];
  }

  public int freeSlots(int sm) {
    return Integer.bitCount(freeSlots[sm]);
  }

  /** Returns the allocator of an SM's register file. */
  public RangeAllocator registers(int sm) {
    return registers[sm];
  }

  /** Returns the allocator of an SM's shared memory, in bytes. */
  public RangeAllocator sharedMemory(int sm) {
    return sharedMemory[sm];
  }

  /**
   * Returns whether a thread block fits on an SM: slots, threads and warps by amount, registers and
   * shared memory contiguously.
   *
   * @param side index of its kernel among those that share the SM, see {@link RangeAllocator}
   */
  public boolean fits(int sm, ThreadBlockNeed wanted, int side) {
    return freeSlots[sm] != 0
        && freeThreads[sm] >= wanted.threads()
        && freeWarps[sm] >= wanted.warps()
        && registers[sm].find(side, wanted.registers()) != RangeAllocator.NONE
        && sharedMemory[sm].find(side, wanted.sharedMemoryBytes()) != RangeAllocator.NONE;
  }

  /**
   * Places a thread block that {@link #fits} in the lowest free slot.
   *
   * @return the slot; the caller sets its thread block
   */
  int occupy(long cycle, int sm, int kernelRow, ThreadBlockNeed wanted, int side) {
    int slot = Integer.numberOfTrailingZeros(freeSlots[sm]);
    ResidentBlock block = block(sm, slot);
    block.registerBase = registers[sm].take(side, wanted.registers());
    block.sharedBase = sharedMemory[sm].take(side, wanted.sharedMemoryBytes());
    block.state = State.RUNNING;
    block.kernel = kernelRow;
    block.holder = kernelRow;
    block.need = wanted;
    freeSlots[sm] &= ~(1 << slot);
    freeThreads[sm] -= wanted.threads();
    freeWarps[sm] -= wanted.warps();
    resident[sm * KernelControlBlocks.ROWS + kernelRow]++;
    residentOnSm[sm]++;
    int at = sm * KernelControlBlocks.ROWS + kernelRow;
    heldSince[at] = held[at]++ == 0 ? cycle : heldSince[at];
    return slot;
  }

  /** Marks a thread block as being preempted, or changes the technique of one that already is. */
  void preempt(int sm, int slot, PreemptionTechnique by, long cycle) {
    ResidentBlock block = taken(sm, slot);
    if (block.state == State.RUNNING) {
      block.state = State.PREEMPTING;
      block.preemptCycle = cycle;
      leaving[sm * KernelControlBlocks.ROWS + block.kernel]++;
    }
    block.technique = by;
  }

  /** Cancels the drain of a thread block. */
  void keep(int sm, int slot) {
    ResidentBlock block = taken(sm, slot);
    block.state = State.RUNNING;
    leaving[sm * KernelControlBlocks.ROWS + block.kernel]--;
  }

  /** Marks a slot's thread block as having left; its resources are not free yet. */
  void leave(int sm, int slot) {
    ResidentBlock block = taken(sm, slot);
    int kernel = sm * KernelControlBlocks.ROWS + block.kernel;
    resident[kernel]--;
    residentOnSm[sm]--;
    leaving[kernel] -= block.state == State.PREEMPTING ? 1 : 0;
    block.state = State.LEFT;
    block.kernel = KernelControlBlocks.NONE;
  }

  /** Frees a slot whose thread block has left, and its resources. */
  void free(long cycle, int sm, int slot) {
    ResidentBlock block = taken(sm, slot);
    registers[sm].release(block.registerBase, block.need.registers());
    sharedMemory[sm].release(block.sharedBase, block.need.sharedMemoryBytes());
    freeSlots[sm] |= 1 << slot;
    freeThreads[sm] += block.need.threads();
    freeWarps[sm] += block.need.warps();
    block.state = State.FREE;
    release(cycle, sm, block);
  }

  private void release(long cycle, int sm, ResidentBlock block) {
    if (block.holder != KernelControlBlocks.NONE) {
      int at = sm * KernelControlBlocks.ROWS + block.holder;
      held[at]--;
      heldCycles[at] += held[at] == 0 ? cycle - heldSince[at] : 0;
      block.holder = KernelControlBlocks.NONE;
    }
  }

  /**
   * Called when a kernel has ended: resources that its thread blocks have left no longer count as
   * held.
   */
  void forget(long cycle, int kernelRow) {
    for (int at = 0; at < blocks.length; at++) {
      if (blocks[at].holder == kernelRow) {
        release(cycle, at / slots(), blocks[at]);
      }
    }
  }

  /** Checks that free plus used resources of each SM equal its capacity. */
  void verifyConservation() {
    for (int sm = 0; sm < sms; sm++) {
      long threads = freeThreads[sm];
      long warps = freeWarps[sm];
      long registersTotal = registers[sm].free();
      long sharedTotal = sharedMemory[sm].free();
      int left = 0;
      int holders = 0;
      for (int slot = 0; slot < slots(); slot++) {
        if (block(sm, slot).state != State.FREE) {
          ThreadBlockNeed held = block(sm, slot).need;
          threads += held.threads();
          warps += held.warps();
          registersTotal += held.registers();
          sharedTotal += held.sharedMemoryBytes();
          left += block(sm, slot).state == State.LEFT ? 1 : 0;
          holders += block(sm, slot).holder == KernelControlBlocks.NONE ? 0 : 1;
        }
      }
      checkSum(sm, "threads", config.threads(), threads);
      checkSum(sm, "warps", config.warps(), warps);
      checkSum(sm, "registers", config.registers(), registersTotal);
      checkSum(sm, "shared memory bytes", config.sharedMemoryBytes(), sharedTotal);
      checkSum(sm, "slots", slots(), freeSlots(sm) + residentOnSm[sm] + left);
      checkSum(sm, "slots of kernels", holders, heldOn(sm));
    }
  }

  private int heldOn(int sm) {
    int all = 0;
    for (int row = 0; row < KernelControlBlocks.ROWS; row++) {
      all += held(sm, row);
    }
    return all;
  }

  private static void checkSum(int sm, String resource, long all, long found) {
    if (found != all) {
      throw new IllegalStateException(
          String.format("SM %d: %d %s free or held, of %d", sm, found, resource, all));
    }
  }

  private ResidentBlock taken(int sm, int slot) {
    ResidentBlock block = block(sm, slot);
    if (block.state == State.FREE) {
      throw new IllegalArgumentException("no thread block on SM " + sm + " in slot " + slot);
    }
    return block;
  }
}
