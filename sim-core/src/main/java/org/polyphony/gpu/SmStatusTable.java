package org.polyphony.gpu;

import java.util.Arrays;
import org.polyphony.gpu.alloc.RangeAllocator;
import org.polyphony.gpu.config.SmConfig;

/**
 * The SM status table (SMST): one row per SM, written by the thread-block scheduler alone.
 *
 * <p>State per thread-block slot: free, running or preempting; kernel row and index of its thread
 * block; where its registers and shared memory lie. Per SM: free threads, warp slots, registers,
 * shared memory, and how many thread blocks of each kernel it holds. Source: GPU Maestro section
 * 2.2.
 */
public final class SmStatusTable {
  /** No thread block in this slot. */
  public static final int FREE = 0;

  /** A thread block runs in this slot. */
  public static final int RUNNING = 1;

  /** A thread block in this slot is being taken away. */
  public static final int PREEMPTING = 2;

  private final int sms;
  private final SmConfig config;
  private final RangeAllocator[] registers;
  private final RangeAllocator[] sharedMemory;
  private final int[] freeThreads;
  private final int[] freeWarps;
  private final int[] freeSlots; // per SM, bit per slot
  private final int[] resident; // per SM and kernel row
  private final int[] residentOnSm;
  private final int[] leaving; // per SM and kernel row: being taken away
  private final byte[] state; // from here on per SM and slot
  private final int[] kernel;
  private final long[] threadBlock;
  private final long[] launchCycle;
  private final boolean[] wasFlushed;
  private final PreemptionTechnique[] technique; // of the slots being taken away
  private final long[] preemptCycle;
  private final int[] registerBase;
  private final int[] sharedBase;
  private final ThreadBlockNeed[] need;

  /**
   * Makes a table of empty SMs.
   *
   * @param sms number of SMs
   * @param config each SM
   * @param allocation how registers and shared memory are placed
   */
  SmStatusTable(int sms, SmConfig config, RangeAllocator.Factory allocation) {
    this.sms = sms;
    this.config = config;
    int slots = sms * config.threadBlocks();
    registers = new RangeAllocator[sms];
    sharedMemory = new RangeAllocator[sms];
    freeThreads = new int[sms];
    freeWarps = new int[sms];
    freeSlots = new int[sms];
    resident = new int[sms * KernelControlBlocks.ROWS];
    residentOnSm = new int[sms];
    state = new byte[slots];
    kernel = new int[slots];
    threadBlock = new long[slots];
    launchCycle = new long[slots];
    wasFlushed = new boolean[slots];
    technique = new PreemptionTechnique[slots];
    preemptCycle = new long[slots];
    leaving = new int[sms * KernelControlBlocks.ROWS];
    registerBase = new int[slots];
    sharedBase = new int[slots];
    need = new ThreadBlockNeed[slots];
    for (int sm = 0; sm < sms; sm++) {
      registers[sm] = allocation.create(config.registers());
      sharedMemory[sm] = allocation.create(config.sharedMemoryBytes());
    }
    Arrays.fill(freeThreads, config.threads());
    Arrays.fill(freeWarps, config.warps());
    Arrays.fill(freeSlots, -1 >>> (Integer.SIZE - config.threadBlocks()));
    Arrays.fill(kernel, KernelControlBlocks.NONE);
  }

  /** Returns the number of SMs. */
  public int sms() {
    return sms;
  }

  /** Returns the thread-block slots of an SM. */
  public int slots() {
    return config.threadBlocks();
  }

  /** Returns the thread blocks of a kernel row that an SM holds. */
  public int resident(int sm, int kernelRow) {
    return resident[sm * KernelControlBlocks.ROWS + kernelRow];
  }

  /** Returns the thread blocks of a kernel row that an SM holds and that are being taken away. */
  public int leaving(int sm, int kernelRow) {
    return leaving[sm * KernelControlBlocks.ROWS + kernelRow];
  }

  /** Returns how a thread block in a slot that is {@link #PREEMPTING} is being taken away. */
  public PreemptionTechnique technique(int sm, int slot) {
    return technique[at(sm, slot)];
  }

  /** Returns the cycle in which the thread block of a {@link #PREEMPTING} slot was chosen. */
  public long preemptCycle(int sm, int slot) {
    return preemptCycle[at(sm, slot)];
  }

  /** Returns the thread blocks that an SM holds. */
  public int residentOn(int sm) {
    return residentOnSm[sm];
  }

  /** Returns {@link #FREE}, {@link #RUNNING} or {@link #PREEMPTING}. */
  public int state(int sm, int slot) {
    return state[at(sm, slot)];
  }

  /** Returns the kernel row of the thread block in a slot, -1 when free. */
  public int kernel(int sm, int slot) {
    return kernel[at(sm, slot)];
  }

  /** Returns the index in its grid of the thread block in a slot that is not free. */
  public long threadBlock(int sm, int slot) {
    return threadBlock[checkTaken(sm, slot)];
  }

  /** Returns the cycle in which the thread block in a slot was launched. */
  public long launchCycle(int sm, int slot) {
    return launchCycle[checkTaken(sm, slot)];
  }

  /** Returns the first register of the thread block in a slot. */
  public int registerBase(int sm, int slot) {
    return registerBase[checkTaken(sm, slot)];
  }

  /** Returns the first byte of shared memory of the thread block in a slot. */
  public int sharedMemoryBase(int sm, int slot) {
    return sharedBase[checkTaken(sm, slot)];
  }

  /** Returns the free threads of an SM. */
  public int freeThreads(int sm) {
    return freeThreads[sm];
  }

  /** Returns the free warp slots of an SM. */
  public int freeWarps(int sm) {
    return freeWarps[sm];
  }

  /** Returns the free thread-block slots of an SM. */
  public int freeSlots(int sm) {
    return Integer.bitCount(freeSlots[sm]);
  }

  /** Returns the register file of an SM as its allocator sees it. */
  public RangeAllocator registers(int sm) {
    return registers[sm];
  }

  /** Returns the shared memory of an SM, in bytes, as its allocator sees it. */
  public RangeAllocator sharedMemory(int sm) {
    return sharedMemory[sm];
  }

  /**
   * Returns whether a thread block has room on an SM: slots, threads and warps by amount, registers
   * and shared memory by place.
   *
   * @param sm the SM
   * @param wanted what it takes
   * @param side which of the kernels that share the SM it belongs to, see {@link RangeAllocator}
   */
  public boolean fits(int sm, ThreadBlockNeed wanted, int side) {
    return freeSlots[sm] != 0
        && freeThreads[sm] >= wanted.threads()
        && freeWarps[sm] >= wanted.warps()
        && registers[sm].find(side, wanted.registers()) != RangeAllocator.NONE
        && sharedMemory[sm].find(side, wanted.sharedMemoryBytes()) != RangeAllocator.NONE;
  }

  /**
   * Puts a thread block that {@link #fits} into the lowest free slot.
   *
   * @return the slot, to be named by {@link #launched}
   */
  int occupy(int sm, int kernelRow, ThreadBlockNeed wanted, int side) {
    int slot = Integer.numberOfTrailingZeros(freeSlots[sm]);
    int at = at(sm, slot);
    registerBase[at] = registers[sm].take(side, wanted.registers());
    sharedBase[at] = sharedMemory[sm].take(side, wanted.sharedMemoryBytes());
    freeSlots[sm] &= ~(1 << slot);
    freeThreads[sm] -= wanted.threads();
    freeWarps[sm] -= wanted.warps();
    resident[sm * KernelControlBlocks.ROWS + kernelRow]++;
    residentOnSm[sm]++;
    state[at] = RUNNING;
    kernel[at] = kernelRow;
    need[at] = wanted;
    return slot;
  }

  /** Returns whether the thread block in a slot has been dropped before. */
  public boolean wasFlushed(int sm, int slot) {
    return wasFlushed[checkTaken(sm, slot)];
  }

  /** Notes which thread block an occupied slot holds, since when, and if it was dropped before. */
  void launched(int sm, int slot, long cycle, long block, boolean flushedBefore) {
    wasFlushed[at(sm, slot)] = flushedBefore;
    threadBlock[checkTaken(sm, slot)] = block;
    launchCycle[at(sm, slot)] = cycle;
  }

  /** Marks a thread block as being taken away; the technique of one that is so already changes. */
  void preempt(int sm, int slot, PreemptionTechnique by, long cycle) {
    int at = checkTaken(sm, slot);
    if (state[at] == RUNNING) {
      state[at] = PREEMPTING;
      preemptCycle[at] = cycle;
      leaving[sm * KernelControlBlocks.ROWS + kernel[at]]++;
    }
    technique[at] = by;
  }

  /** Lets a thread block that drains stay. */
  void keep(int sm, int slot) {
    int at = checkTaken(sm, slot);
    state[at] = RUNNING;
    leaving[sm * KernelControlBlocks.ROWS + kernel[at]]--;
  }

  /** Frees a slot and what its thread block held. */
  void vacate(int sm, int slot) {
    int at = checkTaken(sm, slot);
    ThreadBlockNeed held = need[at];
    registers[sm].release(registerBase[at], held.registers());
    sharedMemory[sm].release(sharedBase[at], held.sharedMemoryBytes());
    freeSlots[sm] |= 1 << slot;
    freeThreads[sm] += held.threads();
    freeWarps[sm] += held.warps();
    resident[sm * KernelControlBlocks.ROWS + kernel[at]]--;
    residentOnSm[sm]--;
    leaving[sm * KernelControlBlocks.ROWS + kernel[at]] -= state[at] == PREEMPTING ? 1 : 0;
    state[at] = FREE;
    kernel[at] = KernelControlBlocks.NONE;
  }

  /** Checks that what each SM has free and what its thread blocks hold is the whole SM. */
  void verifyConservation() {
    for (int sm = 0; sm < sms; sm++) {
      long threads = freeThreads[sm];
      long warps = freeWarps[sm];
      long registersTotal = registers[sm].free();
      long sharedTotal = sharedMemory[sm].free();
      for (int slot = 0; slot < slots(); slot++) {
        if (state(sm, slot) != FREE) {
          ThreadBlockNeed held = need[at(sm, slot)];
          threads += held.threads();
          warps += held.warps();
          registersTotal += held.registers();
          sharedTotal += held.sharedMemoryBytes();
        }
      }
      checkSum(sm, "threads", config.threads(), threads);
      checkSum(sm, "warps", config.warps(), warps);
      checkSum(sm, "registers", config.registers(), registersTotal);
      checkSum(sm, "shared memory bytes", config.sharedMemoryBytes(), sharedTotal);
      checkSum(sm, "slots", slots(), freeSlots(sm) + residentOnSm[sm]);
    }
  }

  private static void checkSum(int sm, String resource, long all, long found) {
    if (found != all) {
      throw new IllegalStateException(
          String.format("SM %d: %d %s free or held, of %d", sm, found, resource, all));
    }
  }

  private int checkTaken(int sm, int slot) {
    int at = at(sm, slot);
    if (state[at] == FREE) {
      throw new IllegalArgumentException("no thread block on SM " + sm + " in slot " + slot);
    }
    return at;
  }

  private int at(int sm, int slot) {
    return sm * config.threadBlocks() + slot;
  }
}
