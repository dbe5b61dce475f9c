package org.polyphony.gpu.sm.issue;

import org.polyphony.gpu.config.InstructionFetchConfig;
import org.polyphony.gpu.mem.MemoryPort;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.sm.memory.LineFetch;
import org.polyphony.gpu.sm.memory.LineReadCache;
import org.polyphony.gpu.sm.warp.KernelProgram;
import org.polyphony.gpu.sm.warp.RoundRobin;
import org.polyphony.gpu.sm.warp.Warp;
import org.polyphony.gpu.sm.warp.WarpStates;
import org.polyphony.gpu.sm.warp.WarpTable;

/**
 * Instruction fetch of an SM: each cycle, fetches the next two instructions of a few warps with
 * empty buffers, round-robin, through the L1 instruction cache.
 *
 * <p>State: {@code waiting}, warps whose line is pending; {@code last}, the warp fetched last.
 * Fetched instructions can issue in the next cycle. Source: GPU Maestro Table 2; the fetch stage of
 * Accel-Sim.
 */
public final class InstructionFetch {
  /** Base address of code, disjoint from all data of the process. */
  private static final long CODE_BASE = 1L << 46;

  private static final int INSTRUCTIONS_PER_FETCH = 2;

  private final InstructionFetchConfig config;
  private final WarpTable warps;
  private final WarpStates states;
  private final LineReadCache cache;
  private final LineFetch lines;
  private long waiting;
  private int last = 63;
  private boolean sends; // sectors are waiting for the network

  public InstructionFetch(
      InstructionFetchConfig config,
      int sm,
      WarpTable warps,
      MemoryRequests requests,
      MemoryPort memory) {
    this.config = config;
    this.warps = warps;
    this.states = warps.states();
    int mshrs = config.mshrEntries();
    this.cache = new LineReadCache(config.bytes(), config.ways(), config.lineBytes(), mshrs);
    this.lines = new LineFetch(MemoryRequests.FETCH, sm, requests, memory, cache, mshrs);
  }

  /** Handles an arrived sector of a line. */
  public void arrive(int request) {
    waiting &= ~lines.arrive(request);
  }

  /** Fetches for one cycle; returns whether anything moved. */
  public boolean tick(long cycle) {
    boolean looks = (states.unfetched() & ~waiting) != 0;
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
    for (long rest = states.unfetched(); rest != 0; rest &= rest - 1) {
      warps.fetched(warps.at(Long.numberOfTrailingZeros(rest)), INSTRUCTIONS_PER_FETCH);
    }
  }

  private void fetchSome() {
    long candidates = states.unfetched() & ~waiting;
    for (int i = 0; i < config.fetchesPerCycle() && candidates != 0; i++) {
      last = RoundRobin.nextAfter(candidates, last);
      Warp warp = warps.at(last);
      candidates &= ~warp.bit();
      KernelProgram kernel = warp.program();
      long address = kernel.addressBase + CODE_BASE + kernel.codeBase + warp.head().codeAddress;
      switch (cache.lookUp(address, last, kernel.row)) {
        case HIT -> warps.fetched(warp, INSTRUCTIONS_PER_FETCH);
        case MISS -> waiting |= warp.bit();
        default -> {
          return; // no MSHR: the warps behind have to wait too
        }
      }
    }
  }

  /** Returns whether there is work in the next cycle. */
  public boolean isBusy() {
    return (states.unfetched() & ~waiting) != 0 || sends;
  }

  /** Clears the wait state of a slot; called when its warp is removed. */
  public void forget(int warp) {
    waiting &= ~(1L << warp);
  }
}
