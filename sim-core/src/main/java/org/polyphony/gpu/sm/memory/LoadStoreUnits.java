package org.polyphony.gpu.sm.memory;

import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.Resource;
import org.polyphony.gpu.mem.MemoryPort;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.mem.PrefetchCounts;
import org.polyphony.gpu.queue.TimerWheel;
import org.polyphony.gpu.sm.execution.ExecutionPipes;
import org.polyphony.gpu.sm.execution.ExecutionUnits;

/**
 * The load/store units of an SM: one, or one for each process. Of what processes share, that of
 * process 0 serves all.
 *
 * <p>State: bit i of {@code active} while unit i has work in this cycle; the last unit that a
 * global access has entered.
 */
public final class LoadStoreUnits {
  private final LoadStoreUnit[] units;
  private final ExecutionUnits execution;
  private final MemoryPort memory;
  private final boolean haveOwnL1;
  private int active;
  private LoadStoreUnit entered;

  /** Creates idle units. */
  public LoadStoreUnits(
      GpuConfig config,
      Copies copies,
      int sm,
      MemoryRequests requests,
      MemoryPort memory,
      SmTables state,
      ExecutionUnits execution,
      TimerWheel results) {
    this.execution = execution;
    this.memory = memory;
    haveOwnL1 = copies.are(Resource.L1);
    units = new LoadStoreUnit[ExecutionUnits.count(copies)];
    for (int i = 0; i < units.length; i++) {
      units[i] = new LoadStoreUnit(config, sm, requests, memory, state, execution, results);
    }
    entered = units[0];
  }

  /** Returns the unit that serves the global memory of a process. */
  private LoadStoreUnit of(int process) {
    return units[haveOwnL1 ? process : 0];
  }

  /** Returns the L1 data cache of a process. */
  public L1DataCache l1d(int process) {
    return of(process).l1d();
  }

  /** First half of a cycle: loads are written back; returns whether any unit has work in it. */
  public boolean writeBack(long cycle) {
    active = 0;
    for (int i = 0; i < units.length; i++) {
      if (units[i].begin(cycle)) {
        active |= 1 << i;
        units[i].writeBack(cycle);
      }
    }
    return active != 0;
  }

  /** Second half of a cycle that has work: replies, caches, then the dispatch registers. */
  public void advance(long cycle) {
    for (int rest = active; rest != 0; rest &= rest - 1) {
      units[Integer.numberOfTrailingZeros(rest)].advance(cycle);
    }
  }

  /**
   * Accepts waiting memory instructions as long as there is room.
   *
   * @return whether an instruction has entered a path to global memory
   */
  public boolean enter() {
    boolean any = false;
    for (int i = 0; i < units.length; i++) {
      ExecutionPipes pipes = execution.pipes(i);
      if (pipes.waitsForMemory() && units[i].enter(pipes)) {
        entered = units[i];
        any = true;
      }
    }
    return any;
  }

  /** Returns whether the next instruction of the unit entered last accesses global memory. */
  public boolean holdsGlobal() {
    return entered.holdsGlobal();
  }

  /** Returns whether a network reply must wait. */
  public boolean isFull(int request) {
    return of(memory.process(request)).isFull();
  }

  /** Accepts a network reply to a load, a store or an atomic. */
  public void arrive(int request) {
    of(memory.process(request)).arrive(request);
  }

  /** Accepts a network reply to the constant unit. */
  public void arriveConstant(int request) {
    of(memory.process(request)).arriveConstant(request);
  }

  /** Returns whether anything moved in this cycle. */
  public boolean hasMoved() {
    boolean moved = false;
    for (LoadStoreUnit unit : units) {
      moved |= unit.hasMoved();
    }
    return moved;
  }

  /** Returns the earliest cycle with work; see {@link LoadStoreUnit#nextWork}. */
  public long nextWork() {
    long next = Long.MAX_VALUE;
    for (LoadStoreUnit unit : units) {
      next = Math.min(next, unit.nextWork());
    }
    return next;
  }

  /** Returns the next cycle after {@code cycle} in which a fixed delay ends. */
  public long nextArrival(long cycle) {
    long next = Long.MAX_VALUE;
    for (LoadStoreUnit unit : units) {
      next = Math.min(next, unit.nextArrival(cycle));
    }
    return next;
  }

  /** Returns whether nothing is in any unit. */
  public boolean isQuiet() {
    boolean quiet = true;
    for (LoadStoreUnit unit : units) {
      quiet &= unit.isQuiet();
    }
    return quiet;
  }

  /** Returns the L1D look-ups of a kernel. */
  public long l1Accesses(int kernelRow) {
    long sum = 0;
    for (LoadStoreUnit unit : units) {
      sum += unit.l1d().accesses(kernelRow);
    }
    return sum;
  }

  /** Returns the L1D look-ups of a kernel that missed. */
  public long l1Misses(int kernelRow) {
    long sum = 0;
    for (LoadStoreUnit unit : units) {
      sum += unit.l1d().misses(kernelRow);
    }
    return sum;
  }

  /** Returns what became of the prefetches of L1D. */
  public PrefetchCounts prefetches() {
    PrefetchCounts sum = PrefetchCounts.NONE;
    for (LoadStoreUnit unit : units) {
      sum = sum.plus(unit.l1d().prefetches());
    }
    return sum;
  }
}
