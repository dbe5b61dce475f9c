package org.polyphony.workload.kernel;

import java.util.List;
import java.util.stream.LongStream;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;

/**
 * One launch of a kernel of a model.
 *
 * @param program the kernel's program
 * @param grid thread blocks in x, y, z
 * @param arguments in the order of their variables
 * @param limits what is known of this launch's loops and accesses
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ModelKernel(
    KernelDefinition definition,
    Program program,
    long[] grid,
    long[] arguments,
    LaunchChecks.Limits limits)
    implements Kernel {
  /**
   * Makes a launch.
   *
   * @throws org.polyphony.input.InvalidInputException when the program is not valid with it
   */
  static ModelKernel of(
      KernelDefinition definition, Program program, long[] grid, long[] arguments) {
    List<Bounds> values = LongStream.of(arguments).mapToObj(v -> new Bounds(v, v)).toList();
    Bounds[] ranges = Variables.ranges(grid, definition.block(), values);
    return new ModelKernel(definition, program, grid, arguments, program.checks().check(ranges));
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
    return definition.clusterSize();
  }

  @Override
  public long tiles() {
    return limits.tiles();
  }

  @Override
  public InstructionTable instructions() {
    return definition.instructions();
  }

  @Override
  public InstructionStream open(int slots) {
    return new ModelStream(this, slots);
  }
}
