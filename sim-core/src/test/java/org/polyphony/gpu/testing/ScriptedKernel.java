package org.polyphony.gpu.testing;

import java.util.List;
import org.polyphony.gpu.TestWorkload;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;

/** The kernel of a {@link Script}. */
public record ScriptedKernel(
    String name,
    long threadBlocks,
    int threadsPerBlock,
    int registersPerThread,
    int sharedMemoryBytes,
    int clusterSize,
    InstructionTable instructions,
    Sections sections)
    implements Kernel {
  /** What its instructions access, by static instruction, and how often its sections repeat. */
  record Sections(
      List<Lanes> lanes,
      List<Operands> operands,
      List<Integer> masks,
      List<Integer> firstWarps,
      List<Integer> endWarps,
      List<Integer> ranks,
      List<Integer> ends,
      List<Integer> repeats) {}

  /** Returns a workload that launches this kernel once. */
  public Workload once() {
    return TestWorkload.launching(name, this);
  }

  @Override
  public InstructionStream open(int slots) {
    return new ScriptedStream(sections, warpsPerBlock(), clusterSize, slots);
  }
}
