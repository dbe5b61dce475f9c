package org.polyphony.workload.fidelity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;

/**
 * A workload that counts what a run issues of its instructions that are not exact. A kernel without
 * such runs as it is.
 */
public final class CountedWorkload implements Workload {
  private final Workload workload;
  private final IdentityHashMap<InstructionTable, InexactCounts> counts = new IdentityHashMap<>();

  public CountedWorkload(Workload workload) {
    this.workload = workload;
  }

  @Override
  public String name() {
    return workload.name();
  }

  @Override
  public int steps() {
    return workload.steps();
  }

  @Override
  public int period() {
    return workload.period();
  }

  @Override
  public int streams() {
    return workload.streams();
  }

  @Override
  public Step step(int index) {
    Step step = workload.step(index);
    if (!(step instanceof Launch launch)) {
      return step;
    }
    InexactCounts ofKernel = countsOf(launch.kernel().instructions());
    return ofKernel.isEmpty()
        ? step
        : new Launch(new CountedKernel(launch.kernel(), ofKernel), launch.streamId());
  }

  private synchronized InexactCounts countsOf(InstructionTable table) {
    return counts.computeIfAbsent(table, InexactCounts::new);
  }

  /** Returns the counts so far, one for each static instruction that is not exact. */
  public synchronized List<InstructionCount> counts() {
    List<InstructionCount> all = new ArrayList<>();
    counts.values().forEach(each -> each.addTo(all));
    return all;
  }

  /** A launch whose instructions are counted. */
  private record CountedKernel(Kernel kernel, InexactCounts counts) implements Kernel {
    @Override
    public String name() {
      return kernel.name();
    }

    @Override
    public long tiles() {
      return kernel.tiles();
    }

    @Override
    public long threadBlocks() {
      return kernel.threadBlocks();
    }

    @Override
    public int threadsPerBlock() {
      return kernel.threadsPerBlock();
    }

    @Override
    public int registersPerThread() {
      return kernel.registersPerThread();
    }

    @Override
    public int sharedMemoryBytes() {
      return kernel.sharedMemoryBytes();
    }

    @Override
    public int clusterSize() {
      return kernel.clusterSize();
    }

    @Override
    public InstructionTable instructions() {
      return kernel.instructions();
    }

    @Override
    public InstructionStream open(int slots) {
      return new CountedStream(kernel.open(slots), counts, new int[slots][], warpsPerBlock());
    }
  }

  /**
   * A stream that counts the instructions that are not exact. A warp has issued the instruction at
   * its cursor when it asks for the next one: what is dropped or left at the end of a run is not
   * counted.
   *
   * <p>State per slot and warp: row in the counts of the instruction at the cursor, or EXACT.
   */
  private static final class CountedStream implements InstructionStream {
    private final InstructionStream stream;
    private final InexactCounts counts;
    private final int[][] heads; // by slot, made at its first thread block; shared by all views
    private final int warps;

    CountedStream(InstructionStream stream, InexactCounts counts, int[][] heads, int warps) {
      this.stream = stream;
      this.counts = counts;
      this.heads = heads;
      this.warps = warps;
    }

    @Override
    public void begin(int slot, long threadBlock) {
      if (heads[slot] == null) {
        heads[slot] = new int[warps];
      }
      Arrays.fill(heads[slot], InexactCounts.EXACT);
      stream.begin(slot, threadBlock);
    }

    @Override
    public void drawn(int slot, long tile) {
      stream.drawn(slot, tile);
    }

    @Override
    public int next(int slot, int warp) {
      int[] ofWarps = heads[slot];
      if (ofWarps[warp] != InexactCounts.EXACT) {
        counts.add(ofWarps[warp]);
      }
      int next = stream.next(slot, warp);
      ofWarps[warp] = next == END ? InexactCounts.EXACT : counts.row(next);
      return next;
    }

    @Override
    public int activeMask(int slot, int warp) {
      return stream.activeMask(slot, warp);
    }

    @Override
    public void addresses(int slot, int warp, long[] lanes) {
      stream.addresses(slot, warp, lanes);
    }

    @Override
    public void operands(int slot, int warp, long[] values) {
      stream.operands(slot, warp, values);
    }

    @Override
    public InstructionStream view() {
      return new CountedStream(stream.view(), counts, heads, warps);
    }

    @Override
    public void end(int slot) {
      stream.end(slot);
    }

    @Override
    public void close() {
      stream.close();
    }
  }

  /** How often warps issued each static instruction of a program that is not exact. */
  private static final class InexactCounts {
    static final int EXACT = -1;

    private final InstructionTable table;
    private final int[] inexact; // static indices
    private final int[] rows; // by static index: place in inexact, or EXACT
    private final AtomicLongArray issued; // by row; SMs count in several threads

    InexactCounts(InstructionTable table) {
      this.table = table;
      inexact =
          IntStream.range(0, table.size()).filter(i -> !table.fidelity(i).isExact()).toArray();
      rows = new int[table.size()];
      Arrays.fill(rows, EXACT);
      for (int row = 0; row < inexact.length; row++) {
        rows[inexact[row]] = row;
      }
      issued = new AtomicLongArray(inexact.length);
    }

    boolean isEmpty() {
      return inexact.length == 0;
    }

    int row(int staticIndex) {
      return rows[staticIndex];
    }

    void add(int row) {
      issued.getAndIncrement(row);
    }

    void addTo(List<InstructionCount> all) {
      for (int row = 0; row < inexact.length; row++) {
        int i = inexact[row];
        all.add(new InstructionCount(table.mnemonic(i), table.fidelity(i), issued.get(row)));
      }
    }
  }
}
