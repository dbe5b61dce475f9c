package org.polyphony.workload.kernel;

import java.util.List;
import java.util.stream.LongStream;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;

/** One launch of a kernel of a model. */
final class ModelKernel implements Kernel {
  private final KernelDefinition definition;
  private final Program program;
  private final long[] grid;
  private final long[] arguments;
  private final LaunchChecks.Limits limits;
  private final int clusterSize;

  /**
   * Makes a launch.
   *
   * @param program the kernel's program
   * @param grid thread blocks in x, y, z
   * @param arguments in the order of their variables
   * @throws org.polyphony.input.InvalidInputException when the program is not valid with them
   */
  ModelKernel(KernelDefinition definition, Program program, long[] grid, long[] arguments) {
    this.definition = definition;
    this.program = program;
    this.grid = grid.clone();
    this.arguments = arguments.clone();
    this.clusterSize = definition.clusterSize();
    List<Bounds> values = LongStream.of(arguments).mapToObj(v -> new Bounds(v, v)).toList();
    this.limits = program.checks().check(Variables.ranges(grid, definition.block(), values));
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
  public int clusterSize() {
    return clusterSize;
  }

  @Override
  public long tiles() {
    return limits.tiles();
  }

  /** Returns the thread blocks of a cluster in dimension 0 to 2. */
  int cluster(int dimension) {
    return definition.cluster()[dimension];
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

  /** Returns the arguments in the order of their variables; not copied. */
  long[] arguments() {
    return arguments;
  }

  /** Returns what is known of this launch's loops and accesses. */
  LaunchChecks.Limits limits() {
    return limits;
  }

  /** Returns the thread blocks in dimension 0 to 2. */
  long grid(int dimension) {
    return grid[dimension];
  }
}
