package org.polyphony.workload.fidelity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.polyphony.gpu.kernel.Effect;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.Workload;

/**
 * A workload that counts what a run issues of its instructions, of all or of those that are not
 * exact. A kernel without any that is counted runs as it is.
 */
public final class CountedWorkload implements Workload {
  private final Workload workload;
  private final boolean isOfAll;
  private final IdentityHashMap<InstructionTable, Counts> counts = new IdentityHashMap<>();

  /** Counts the instructions that are not exact. */
  public CountedWorkload(Workload workload) {
    this(workload, false);
  }

  private CountedWorkload(Workload workload, boolean isOfAll) {
    this.workload = workload;
    this.isOfAll = isOfAll;
  }

  /** Returns a workload whose instructions are all counted. */
  public static CountedWorkload ofAll(Workload workload) {
    return new CountedWorkload(workload, true);
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
    Counts ofKernel = countsOf(launch.kernel().instructions());
    return ofKernel.isEmpty()
        ? step
        : new Launch(new CountedKernel(launch.kernel(), ofKernel), launch.streamId());
  }

  private synchronized Counts countsOf(InstructionTable table) {
    return counts.computeIfAbsent(table, t -> new Counts(t, isOfAll));
  }

  /** Returns the counts so far, one for each static instruction that is counted. */
  public synchronized List<InstructionCount> counts() {
    List<InstructionCount> all = new ArrayList<>();
    counts.values().forEach(each -> each.addTo(all));
    return all;
  }

  /** Returns the passes over the banks of shared memory that counted instructions state. */
  public synchronized long sharedPasses() {
    return counts.values().stream().mapToLong(Counts::sharedPasses).sum();
  }

  /** A launch whose instructions are counted. */
  private record CountedKernel(Kernel kernel, Counts counts) implements Kernel {
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
   * A stream that counts instructions. A warp has issued the instruction at its cursor when it asks
   * for the next one: what is dropped or left at the end of a run is not counted.
   *
   * <p>State per slot and warp: row in the counts of the instruction at the cursor, or NOT_COUNTED.
   */
  private static final class CountedStream implements InstructionStream {
    private final InstructionStream stream;
    private final Counts counts;
    private final int[][] heads; // by slot, made at its first thread block; shared by all views
    private final int warps;

    CountedStream(InstructionStream stream, Counts counts, int[][] heads, int warps) {
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
      Arrays.fill(heads[slot], Counts.NOT_COUNTED);
      stream.begin(slot, threadBlock);
    }

    @Override
    public void drawn(int slot, long tile) {
      stream.drawn(slot, tile);
    }

    @Override
    public int next(int slot, int warp) {
      int[] ofWarps = heads[slot];
      if (ofWarps[warp] != Counts.NOT_COUNTED) {
        counts.add(ofWarps[warp]);
      }
      int next = stream.next(slot, warp);
      ofWarps[warp] = next == END ? Counts.NOT_COUNTED : counts.row(next);
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
      if (heads[slot][warp] != Counts.NOT_COUNTED) {
        counts.addOperand(heads[slot][warp], values[0]);
      }
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

  /** How often warps issued each static instruction of a program that is counted. */
  private static final class Counts {
    static final int NOT_COUNTED = -1;

    private final InstructionTable table;
    private final int[] counted; // static indices
    private final int[] rows; // by static index: place in counted, or NOT_COUNTED
    private final AtomicLongArray issued; // by row; SMs count in several threads
    private final AtomicLongArray operands; // by row: sum of the first one

    Counts(InstructionTable table, boolean isOfAll) {
      this.table = table;
      counted =
          IntStream.range(0, table.size())
              .filter(i -> isOfAll || !table.fidelity(i).isExact())
              .toArray();
      rows = new int[table.size()];
      Arrays.fill(rows, NOT_COUNTED);
      for (int row = 0; row < counted.length; row++) {
        rows[counted[row]] = row;
      }
      issued = new AtomicLongArray(counted.length);
      operands = new AtomicLongArray(counted.length);
    }

    boolean isEmpty() {
      return counted.length == 0;
    }

    int row(int staticIndex) {
      return rows[staticIndex];
    }

    void add(int row) {
      issued.getAndIncrement(row);
    }

    void addOperand(int row, long value) {
      operands.getAndAdd(row, value);
    }

    long sharedPasses() {
      return IntStream.range(0, counted.length)
          .filter(row -> isPass(counted[row]))
          .mapToLong(operands::get)
          .sum();
    }

    private boolean isPass(int i) {
      boolean isAccess =
          table.space(i) == MemorySpace.SHARED
              && (table.effect(i) == Effect.NONE || table.effect(i) == Effect.MATRICES);
      return table.operandCount(i) > 0 && (isAccess || table.effect(i) == Effect.COPY);
    }

    void addTo(List<InstructionCount> all) {
      for (int row = 0; row < counted.length; row++) {
        int i = counted[row];
        all.add(new InstructionCount(table.mnemonic(i), table.fidelity(i), issued.get(row)));
      }
    }
  }
}
