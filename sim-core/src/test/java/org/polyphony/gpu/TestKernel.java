package org.polyphony.gpu;

import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.OpClass;

/**
 * A kernel without a program, for what only concerns geometry and resources.
 *
 * @param cycles how long {@link FakeSms} lets each thread block run
 */
public record TestKernel(
    String name,
    long threadBlocks,
    int threadsPerBlock,
    int registersPerThread,
    int sharedMemoryBytes,
    int cycles)
    implements Kernel {

  /** A kernel of which {@code 2048 / threads} thread blocks fit on a GTX 980 SM. */
  public static TestKernel of(String name, long threadBlocks, int threads, int cycles) {
    return new TestKernel(name, threadBlocks, threads, 16, 0, cycles);
  }

  @Override
  public InstructionTable instructions() {
    InstructionTable.Builder builder = new InstructionTable.Builder();
    builder.add(0, "EXIT", OpClass.BRANCH, new int[0], new int[0]);
    return builder.build();
  }

  @Override
  public InstructionStream open(int slots) {
    throw new UnsupportedOperationException("a test kernel has no stream");
  }
}
