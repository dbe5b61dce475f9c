package org.polyphony.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;

/**
 * A workload that notes which thread block writes which element of 128 bytes of global memory: in
 * the models of these tests, which executes which tile.
 */
final class TileLog implements Workload {
  private static final long FIRST = 1L << 28; // address of a model's first array
  private static final int BYTES = 128;

  private final Workload workload;
  private final Map<Long, List<Long>> byBlock = new TreeMap<>();

  TileLog(Workload workload) {
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
  public Step step(int index) {
    Launch launch = (Launch) workload.step(index);
    return new Launch(new Logged(launch.kernel()), launch.streamId());
  }

  /** Returns the tiles of a thread block, in the order in which it has executed them. */
  List<Long> of(long threadBlock) {
    return byBlock.getOrDefault(threadBlock, List.of());
  }

  /** Returns the tiles of all thread blocks, sorted. */
  List<Long> all() {
    return byBlock.values().stream().flatMap(List::stream).sorted().toList();
  }

  private synchronized void write(long threadBlock, long tile) {
    byBlock.computeIfAbsent(threadBlock, b -> new ArrayList<>()).add(tile);
  }

  private final class Logged implements Kernel {
    private final Kernel kernel;

    Logged(Kernel kernel) {
      this.kernel = kernel;
    }

    @Override
    public String name() {
      return kernel.name();
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
    public long tiles() {
      return kernel.tiles();
    }

    @Override
    public InstructionTable instructions() {
      return kernel.instructions();
    }

    @Override
    public InstructionStream open(int slots) {
      return new Stream(kernel.open(slots), new long[slots]);
    }

    private final class Stream implements InstructionStream {
      private final InstructionStream stream;
      private final long[] blocks;

      Stream(InstructionStream stream, long[] blocks) {
        this.stream = stream;
        this.blocks = blocks;
      }

      @Override
      public void begin(int slot, long threadBlock) {
        blocks[slot] = threadBlock;
        stream.begin(slot, threadBlock);
      }

      @Override
      public void drawn(int slot, long tile) {
        stream.drawn(slot, tile);
      }

      @Override
      public int next(int slot, int warp) {
        return stream.next(slot, warp);
      }

      @Override
      public int activeMask(int slot, int warp) {
        return stream.activeMask(slot, warp);
      }

      @Override
      public void addresses(int slot, int warp, long[] lanes) {
        stream.addresses(slot, warp, lanes);
        write(blocks[slot], (lanes[0] - FIRST) / BYTES);
      }

      @Override
      public void operands(int slot, int warp, long[] values) {
        stream.operands(slot, warp, values);
      }

      @Override
      public InstructionStream view() {
        return new Stream(stream.view(), blocks);
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
  }
}
