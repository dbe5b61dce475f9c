package org.polyphony.gpu;

import java.util.Arrays;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.DeviceControl;
import org.polyphony.gpu.dispatch.ThreadBlockPort;
import org.polyphony.gpu.mem.MemoryPort;
import org.polyphony.gpu.mem.MemorySystem;
import org.polyphony.gpu.mem.PrefetchCounts;
import org.polyphony.gpu.sm.Sm;
import org.polyphony.gpu.sm.SmCounters;
import org.polyphony.gpu.sm.ThreadBlockContext;
import org.polyphony.gpu.sm.async.Cluster;
import org.polyphony.gpu.sm.async.ClusterPort;
import org.polyphony.gpu.sm.async.DrawnTiles;
import org.polyphony.gpu.sm.warp.KernelProgram;

/**
 * The SMs of a device, the next cycle with work of each, and the launch and removal of their thread
 * blocks. SMs interact only through their memory ports, so their order does not matter, and each
 * may run a window of cycles by itself. Where each process has a copy of every SM, those of process
 * p come after those of process p - 1, and a thread block is on that of its process.
 */
final class SmArray implements ThreadBlockPort {
  // state of an SM
  private static final int DUE = 0; // next cycle with work
  private static final int RAN = 1; // 1 if it had work in this window
  private static final int ENDED = 2; // thread blocks that have ended and were not reported

  // longs of it: packed for one thread, or so that two SMs share no cache line
  private static final int PACKED = 4;
  private static final int APART = 16;

  private final MemorySystem memory;
  private final LoadedKernels kernels;
  private final int smCount;
  private final Sm[] sms; // with copies
  private final int[] copyOf; // by SM and thread-block slot: the copy with the thread block
  private final int slots; // for thread blocks of an SM
  private final int stride;
  private final long[] state;
  private boolean ended; // a thread block of any SM
  private long earliest = Long.MAX_VALUE; // cycle with work of any SM
  private DeviceListener listener = new DeviceListener() {};
  private final ClusterPort.Exchange[] exchanges; // by copy
  private final TileCounters tiles = new TileCounters();
  private final int drawLatency;

  SmArray(GpuConfig config, Sm[] sms, MemorySystem memory, LoadedKernels kernels) {
    this.memory = memory;
    this.kernels = kernels;
    this.drawLatency = Math.max(config.crossbar().requestDelay(), config.drawLatency());
    this.sms = sms;
    this.smCount = config.sms();
    this.slots = config.sm().threadBlocks();
    this.copyOf = new int[smCount * slots];
    this.exchanges = new ClusterPort.Exchange[sms.length / smCount];
    Arrays.setAll(exchanges, copy -> (sm, arrival) -> portOf(sm + copy * smCount, arrival));
    this.stride = Processors.most(config) == 1 ? PACKED : APART;
    this.state = new long[(sms.length + 1) * stride];
    Arrays.fill(state, Long.MAX_VALUE);
  }

  /** Returns the copy of an SM that has a thread block in a slot. */
  private Sm at(int sm, int tbSlot) {
    return sms[copyOf[sm * slots + tbSlot]];
  }

  /** Places a thread block in a slot; returns the copy of the SM that runs it. */
  private Sm place(int sm, int tbSlot, int kernelRow) {
    int index = copy(sm, kernelRow);
    copyOf[sm * slots + tbSlot] = index;
    return sms[index];
  }

  private int copy(int sm, int kernelRow) {
    return sms.length == smCount ? sm : sm + kernels.process(kernelRow) * smCount;
  }

  void listen(DeviceListener other) {
    listener = other;
  }

  /** Runs a window of all SMs, from {@code begin} to {@code end} - 1. */
  void run(long begin, long end) {
    beginCount();
    for (int sm = 0; sm < sms.length; sm++) {
      if (state[sm * stride + DUE] < end) {
        run(sm, begin, end);
        count(sm);
      }
      earliest = Math.min(earliest, state[sm * stride + DUE]);
    }
    drawTiles();
  }

  /**
   * Runs the cycles with work of one SM in a window. Several threads may run different SMs, after
   * which {@link #countAll} must follow.
   *
   * @param begin not before the end of the window before
   * @param end the first cycle after it
   */
  void run(int sm, long begin, long end) {
    int at = sm * stride;
    long next = state[at + DUE];
    if (next >= end) {
      return;
    }
    MemoryPort port = memory.port(sm);
    while (next < end) {
      long now = Math.max(next, begin);
      next = Math.min(sms[sm].tick(now), Math.max(port.nextWork(now), now + 1));
    }
    state[at + DUE] = next;
    state[at + RAN] = 1;
    state[at + ENDED] = sms[sm].blocks().ended();
  }

  /** Adds up the counters of the SMs after a window of several threads. */
  void countAll() {
    beginCount();
    for (int sm = 0; sm < sms.length; sm++) {
      if (state[sm * stride + RAN] == 1) {
        count(sm);
      }
      earliest = Math.min(earliest, state[sm * stride + DUE]);
    }
    drawTiles();
  }

  private void beginCount() {
    ended = false;
    earliest = Long.MAX_VALUE;
  }

  /** Shows the memory system what an SM has done that had work. */
  private void count(int sm) {
    state[sm * stride + RAN] = 0;
    ended |= state[sm * stride + ENDED] != 0;
    memory.toMemory(sm);
    sms[sm].async().takeRequests(tiles.requests());
    if (sms[sm].toOtherSms().hasSent()) {
      sms[sm].toOtherSms().handOver(exchanges[sm / smCount]);
    }
  }

  /** Draws the tiles for which clusters have asked in a window. */
  private void drawTiles() {
    if (tiles.requests().isEmpty()) {
      return;
    }
    for (DrawnTiles.Request request : tiles.takeInOrder()) {
      int index = copy(request.sm(), request.kernelRow());
      Sm asking = sms[index];
      if (asking.async().isFirst(request)) {
        long arrival = request.cycle() + drawLatency;
        asking.async().answer(request, tiles.draw(request.kernelRow()), arrival);
        asking.toOtherSms().handOver(exchanges[index / smCount]);
        wake(index, arrival);
      }
    }
  }

  /** A kernel starts: none of its tiles is drawn. */
  void start(int kernelRow) {
    tiles.start(kernelRow);
  }

  /** Returns the port of an SM to which another sends a message, and wakes it when that arrives. */
  private ClusterPort portOf(int sm, long arrival) {
    wake(sm, arrival);
    return sms[sm].toOtherSms();
  }

  /** Makes the state of the memory system visible to the SMs, before or after their window. */
  void receive(long begin) {
    for (int word = 0; word << 6 < memory.portCount(); word++) {
      for (long rest = memory.toSms(word); rest != 0; rest &= rest - 1) {
        int port = (word << 6) + Long.numberOfTrailingZeros(rest);
        int sm = port < sms.length ? port : port % smCount;
        wake(sm, memory.port(sm).nextWork(begin - 1));
      }
    }
  }

  private void wake(int sm, long cycle) {
    state[sm * stride + DUE] = Math.min(state[sm * stride + DUE], cycle);
    earliest = Math.min(earliest, cycle);
  }

  /** Returns whether a thread block has ended or left in the last window. */
  boolean hasEnded() {
    return ended;
  }

  /** Reports thread blocks that have ended or left to the control. */
  void reportEnds(DeviceControl control, long now) {
    for (int i = 0; i < sms.length; i++) {
      int sm = i % smCount;
      for (int rest = sms[i].blocks().ended(); rest != 0; rest &= rest - 1) {
        int tbSlot = Integer.numberOfTrailingZeros(rest);
        boolean dropped = sms[i].blocks().acknowledgeEnd(tbSlot);
        ThreadBlockContext context = sms[i].blocks().takeContext(tbSlot);
        if (context != null) {
          kernels.keep(context);
        }
        listener.left(now, sm, tbSlot, dropped);
        control.threadBlockEnded(now, sm, tbSlot, dropped);
      }
    }
  }

  /** Returns the next cycle with work of any SM, after the end of a window. */
  long earliestWork() {
    return earliest;
  }

  void wakeAll(long cycle) {
    for (int sm = 0; sm < sms.length; sm++) {
      wake(sm, cycle);
    }
  }

  /** Invalidates the L1 lines of the SMs that ran a kernel. */
  void invalidateL1(int kernelRow) {
    for (int sm = 0; sm < smCount; sm++) {
      if (kernels.ranOn(kernelRow, sm)) {
        Sm on = sms[copy(sm, kernelRow)];
        on.loadStore().l1d(kernels.process(kernelRow)).invalidate();
      }
    }
  }

  long issued() {
    long issued = 0;
    for (Sm sm : sms) {
      issued += sm.counts().issued();
    }
    return issued;
  }

  /** Returns the SMs with their copies. */
  int count() {
    return sms.length;
  }

  int smCount() {
    return smCount;
  }

  long l1Accesses(int sm, int kernelRow) {
    long sum = 0;
    for (int i = sm; i < sms.length; i += smCount) {
      sum += sms[i].loadStore().l1Accesses(kernelRow);
    }
    return sum;
  }

  long l1Misses(int sm, int kernelRow) {
    long sum = 0;
    for (int i = sm; i < sms.length; i += smCount) {
      sum += sms[i].loadStore().l1Misses(kernelRow);
    }
    return sum;
  }

  SmCounters counters(int sm, long cycle) {
    SmCounters sum = sms[sm].counters(cycle);
    for (int i = sm + smCount; i < sms.length; i += smCount) {
      sum = sum.plus(sms[i].counters(cycle));
    }
    return sum;
  }

  /** Returns what became of the prefetches of all L1 data caches. */
  PrefetchCounts prefetches() {
    PrefetchCounts sum = PrefetchCounts.NONE;
    for (Sm sm : sms) {
      sum = sum.plus(sm.loadStore().prefetches());
    }
    return sum;
  }

  String describeWarps() {
    StringBuilder lines = new StringBuilder();
    for (Sm sm : sms) {
      lines.append(sm.describeWarps());
    }
    return lines.toString();
  }

  /**
   * Checks that nothing is left in flight.
   *
   * @throws IllegalStateException if an instruction or a load is unfinished
   */
  void verifyConservation() {
    for (Sm sm : sms) {
      String unfinished = sm.unfinished();
      if (!unfinished.isEmpty()) {
        throw new IllegalStateException(unfinished);
      }
    }
  }

  @Override
  public void launch(long now, int sm, int tbSlot, int kernelRow, long threadBlock) {
    listener.placed(now, sm, tbSlot, kernelRow, threadBlock, false);
    KernelProgram program = kernels.programFor(kernelRow, sm);
    Sm on = place(sm, tbSlot, kernelRow);
    on.launch(now, tbSlot, program, threadBlock);
    Cluster cluster = kernels.clusterOf(kernelRow, threadBlock);
    if (cluster != null) {
      on.join(tbSlot, cluster);
    }
    if (program.tiles > 0) {
      on.draw(tbSlot, tiles.first(kernelRow, threadBlock, kernels.clusterSize(kernelRow)));
    }
    wake(copyOf[sm * slots + tbSlot], now + 1);
  }

  @Override
  public void suspend(long now, int sm, int tbSlot, boolean movesContext) {
    listener.suspended(now, sm, tbSlot);
    Sm on = at(sm, tbSlot);
    int row = on.blocks().kernelRow(tbSlot);
    on.suspend(now, tbSlot, movesContext ? kernels.contextBytes(row) : 0);
    wake(copyOf[sm * slots + tbSlot], now + 1);
  }

  @Override
  public void resume(
      long now, int sm, int tbSlot, int kernelRow, long threadBlock, boolean movesContext) {
    listener.placed(now, sm, tbSlot, kernelRow, threadBlock, true);
    ThreadBlockContext context = kernels.takeContext(kernelRow, threadBlock);
    long bytes = movesContext ? kernels.contextBytes(kernelRow) : 0;
    Sm on = place(sm, tbSlot, kernelRow);
    on.resume(now, tbSlot, kernels.programFor(kernelRow, sm), context, bytes);
    wake(copyOf[sm * slots + tbSlot], now + 1);
  }

  @Override
  public void drop(long now, int sm, int tbSlot) {
    listener.dropped(now, sm, tbSlot);
    at(sm, tbSlot).drop(now, tbSlot);
    wake(copyOf[sm * slots + tbSlot], now + 1);
  }

  @Override
  public void prefer(long now, int sm, int tbSlot, boolean first) {
    listener.preferred(now, sm, tbSlot, first);
    at(sm, tbSlot).prefer(tbSlot, first);
  }

  @Override
  public boolean mayRunAgain(int sm, int tbSlot) {
    return at(sm, tbSlot).counts().mayRunAgain(tbSlot);
  }

  @Override
  public long issuedBy(int sm, int tbSlot) {
    return at(sm, tbSlot).counts().issuedBy(tbSlot);
  }

  @Override
  public long restoreCycles(int sm, int tbSlot) {
    return at(sm, tbSlot).blocks().restoreCycles(tbSlot);
  }
}
