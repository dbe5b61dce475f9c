package org.polyphony.bench;

import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;

/**
 * A kernel that notes the calls to its streams.
 *
 * @param kernel what runs
 * @param calls where calls are noted
 */
record RecordingKernel(Kernel kernel, StreamCalls calls) implements Kernel {
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
  public InstructionTable instructions() {
    return kernel.instructions();
  }

  @Override
  public InstructionStream open(int slots) {
    return calls.open(kernel, slots);
  }
}
