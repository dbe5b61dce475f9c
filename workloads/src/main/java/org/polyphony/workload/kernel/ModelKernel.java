package org.polyphony.workload.kernel;

import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;

/** One launch of a kernel of a model. */
final class ModelKernel implements Kernel {
  private final KernelDefinition definition;
  private final Program program;
  private final long[] grid;

  /**
   * Makes a launch.
   *
   * @param program the kernel's program for this launch
   * @param grid thread blocks in x, y, z
   */
  ModelKernel(KernelDefinition definition, Program program, long[] grid) {
    this.definition = definition;
    this.program = program;
    this.grid = grid.clone();
  }

  @Override
  public String name() {
    return definition.name();
  }

  @Override
  public long threadBlocks() {
    return grid[0] * grid[1] * grid[2];
  }

  @Override
  public int threadsPerBlock() {
    return definition.threads();
  }

  @Override
  public int registersPerThread() {
    return definition.registers();
  }

  @Override
  public int sharedMemoryBytes() {
    return definition.sharedMemoryBytes();
  }

  @Override
  public InstructionTable instructions() {
    return definition.instructions();
  }

  @Override
  public InstructionStream open(int slots) {
    return new ModelStream(this, slots);
  }

  Program program() {
    return program;
  }

  /** Returns the thread blocks in dimension 0 to 2. */
  long grid(int dimension) {
    return grid[dimension];
  }
}
