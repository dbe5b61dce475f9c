package org.polyphony.workload.fidelity;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
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
}
