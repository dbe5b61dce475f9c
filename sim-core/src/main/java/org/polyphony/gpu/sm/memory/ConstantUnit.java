package org.polyphony.gpu.sm.memory;

import org.polyphony.gpu.config.ConstantCacheConfig;
import org.polyphony.gpu.mem.MemoryPort;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.Parts;
import org.polyphony.gpu.queue.DelayQueue;
import org.polyphony.gpu.queue.TimerWheel;
import org.polyphony.gpu.sm.execution.InFlight;
import org.polyphony.gpu.sm.warp.RoundRobin;

/**
 * Executes constant loads with lane addresses: in each cycle, one word of one load is looked up,
 * round-robin. A load that misses waits for its line without blocking other constant loads or data
 * accesses.
 *
 * <p>State: the loads, as bit masks over places; {@code ready}, those not waiting for a line; lines
 * pending from the second level. A first-level miss accesses the second level at once; a
 * second-level miss goes to L2. Source: the two levels measured by Jia et al. (2018, chapter 3) on
 * Maxwell; passing a stalled load models its replay.
 */
public final class ConstantUnit {
  /** Maximum concurrent loads, one per bit of a mask. */
  public static final int PLACES = 64;

  private final ConstantCacheConfig config;
  private final InFlight instructions;
  private final AccessBuffers buffers;
  private final TimerWheel results;
  private final LineReadCache first;
  private final LineReadCache second;
  private final LineFetch lines;
  private final DelayQueue fromSecond;
  private final int[] load = new int[PLACES];
  private long taken;
  private long ready;
  private int last = PLACES - 1;

  ConstantUnit(
      ConstantCacheConfig config,
      int sm,
      MemoryRequests requests,
      MemoryPort memory,
      SmTables state,
      TimerWheel results) {
    this.config = config;
    this.instructions = state.instructions();
    this.buffers = state.buffers();
    this.results = results;
    int mshrs = config.mshrEntries();
    ConstantCacheConfig.SecondLevel behind = config.secondLevel();
    PartConfig policy = config.replacement();
    Parts parts = memory.parts();
    first =
        new LineReadCache(config.bytes(), config.ways(), config.lineBytes(), mshrs, policy, parts);
    second =
        new LineReadCache(behind.bytes(), behind.ways(), behind.lineBytes(), mshrs, policy, parts);
    lines = new LineFetch(MemoryRequests.CONSTANT, sm, requests, memory, second, mshrs);
    fromSecond = new DelayQueue(behind.hitLatency() - config.hitLatency());
  }

  /** Returns whether there is a place for another load. */
  public boolean canAccept() {
    return taken != -1L;
  }

  void accept(int slot) {
    int place = Long.numberOfTrailingZeros(~taken);
    taken |= 1L << place;
    ready |= 1L << place;
    load[place] = slot;
  }

  /** Runs one cycle; returns whether anything moved. */
  boolean tick(long cycle) {
    if (taken == 0) {
      return false; // pending lines belong to loads that are here
    }
    boolean moved = fromSecond.isReady(cycle);
    if (moved) {
      ready |= first.fill(fromSecond.head());
      fromSecond.leave(cycle);
    }
    if (ready != 0) {
      last = RoundRobin.nextAfter(ready, last);
      pass(cycle, last);
      moved = true;
    }
    moved |= askSecond(cycle);
    return lines.send(cycle) || moved;
  }

  private void pass(long cycle, int place) {
    int slot = load[place];
    int buffer = instructions.at(slot).buffer();
    if (config.perfect()) {
      buffers.count[buffer] = 0;
    }
    if (buffers.count[buffer] > 0) {
      long address = buffers.address[buffers.next(buffer)];
      switch (first.lookUp(address, place, instructions.at(slot).warp().program().row)) {
        case HIT -> buffers.count[buffer]--;
        case MISS -> ready &= ~(1L << place);
        default -> {
          // no MSHR: another load may hit in the meantime
        }
      }
    }
    if (buffers.count[buffer] == 0) {
      taken &= ~(1L << place);
      ready &= ~(1L << place);
      buffers.release(buffer);
      results.add(cycle + config.hitLatency(), slot);
    }
  }

  private boolean askSecond(long cycle) {
    int m = first.nextMiss(); // at most one: one word is looked up per cycle
    if (m == LineReadCache.NONE) {
      return false;
    }
    first.missTaken();
    LineReadCache.Result found = second.lookUp(first.address(m), m, first.kernel(m));
    assert found != LineReadCache.Result.BLOCKED; // it has as many MSHRs as the first level
    if (found == LineReadCache.Result.HIT) {
      fromSecond.enter(cycle, m);
    }
    return true;
  }

  /** Handles a sector that has arrived from L2. */
  void arrive(int request) {
    for (long filled = lines.arrive(request); filled != 0; filled &= filled - 1) {
      ready |= first.fill(Long.numberOfTrailingZeros(filled));
    }
  }

  /** Returns whether something may move in the next cycle. */
  boolean isBusy() {
    return taken != 0 && (ready != 0 || lines.isWaiting());
  }

  /** Returns the cycle in which the next line arrives from the second level. */
  long nextLine() {
    return fromSecond.readyAt();
  }

  boolean isQuiet() {
    return taken == 0 && first.isQuiet() && second.isQuiet();
  }
}
