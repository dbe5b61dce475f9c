package org.polyphony.gpu.sm;

import org.polyphony.gpu.config.InstructionFetchConfig;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.mem.MemorySystem;

/**
 * Instruction fetch of an SM: each cycle it fetches the next two instructions of a few warps whose
 * buffers are empty, in turn, through the L1 instruction cache.
 *
 * <p>State: {@code waiting}, warps whose line is on its way; {@code last}, the warp fetched last.
 * Fetched instructions can issue in the next cycle. Source: GPU Maestro Table 2; the fetch stage of
 * Accel-Sim.
 */
final class InstructionFetch {
  /** Where programs lie, apart from all data of their process. */
  private static final long CODE_BASE = 1L << 46;

  private static final int INSTRUCTIONS_PER_FETCH = 2;

  private final InstructionFetchConfig config;
  private final WarpTable warps;
  private final LineReadCache cache;
  private final LineFetch lines;
  private long waiting;
  private int last = 63;
  private boolean sends; // sectors wait for the network

  InstructionFetch(
      InstructionFetchConfig config,
      int sm,
      WarpTable warps,
      MemoryRequests requests,
      MemorySystem memory) {
    this.config = config;
    this.warps = warps;
    int mshrs = config.mshrEntries();
    this.cache = new LineReadCache(config.bytes(), config.ways(), config.lineBytes(), mshrs);
    this.lines = new LineFetch(MemoryRequests.FETCH, sm, requests, memory, cache, mshrs);
  }

  /** Takes an arrived sector of a line. */
  void arrive(int request) {
    waiting &= ~lines.arrive(request);
  }

  /** Fetches for a cycle; returns true when anything has moved. */
  boolean tick(long cycle) {
    boolean looks = (warps.unfetched & ~waiting) != 0;
    if (config.perfect()) {
      fetchAll();
      return looks;
    }
    fetchSome();
    boolean sent = lines.send(cycle);
    sends = lines.isWaiting();
    return sent || looks;
  }

  private void fetchAll() {
    for (long rest = warps.unfetched; rest != 0; rest &= rest - 1) {
      warps.fetched(warps.at(Long.numberOfTrailingZeros(rest)), INSTRUCTIONS_PER_FETCH);
    }
  }

  private void fetchSome() {
    long candidates = warps.unfetched & ~waiting;
    for (int i = 0; i < config.fetchesPerCycle() && candidates != 0; i++) {
      last = LooseRoundRobin.nextAfter(candidates, last);
      Warp warp = warps.at(last);
      candidates &= ~warp.bit;
      KernelProgram kernel = warp.program;
      long address = kernel.addressBase + CODE_BASE + kernel.codeBase + warp.head.codeAddress;
      switch (cache.lookUp(address, last, kernel.row)) {
        case HIT -> warps.fetched(warp, INSTRUCTIONS_PER_FETCH);
        case MISS -> waiting |= warp.bit;
        default -> {
          return; // no MSHR: the warps behind have to wait too
        }
      }
    }
  }

  /** Returns true when it has something to do in the next cycle. */
  boolean isBusy() {
    return (warps.unfetched & ~waiting) != 0 || sends;
  }

  /** Forgets that a slot waited; called when its warp is removed. */
  void forget(int warp) {
    waiting &= ~(1L << warp);
  }

  long hits() {
    return cache.hits();
  }

  long misses() {
    return cache.misses();
  }
}
