package org.polyphony.workload.trace;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.workload.fidelity.InstructionCount;

/**
 * A traced kernel launch, run from its packed form.
 *
 * <p>Its thread blocks are those that the trace has, in the order of the trace: a trace that was
 * cut after some thread blocks has fewer than the grid.
 */
public final class TraceKernel implements Kernel {
  private final Path packed;
  private final PackedFooter footer;
  private final InstructionTable instructions;

  private TraceKernel(Path packed, PackedFooter footer) {
    this.packed = packed;
    this.footer = footer;
    this.instructions = footer.table();
  }

  /**
   * Opens a packed kernel.
   *
   * @param packed a file that {@link TracePacker} wrote
   * @throws org.polyphony.input.InvalidInputException it is missing, corrupt or of another version
   */
  public static TraceKernel open(Path packed) {
    try (PackedFile file = PackedFile.open(packed)) {
      return new TraceKernel(packed, file.footer());
    }
  }

  public TraceHeader header() {
    return footer.header();
  }

  @Override
  public String name() {
    return footer.header().kernelName();
  }

  @Override
  public long threadBlocks() {
    return footer.blocks().size();
  }

  @Override
  public int threadsPerBlock() {
    return (int) footer.header().block().count();
  }

  @Override
  public int registersPerThread() {
    return footer.header().registersPerThread();
  }

  @Override
  public int sharedMemoryBytes() {
    return footer.header().sharedMemoryBytes();
  }

  @Override
  public InstructionTable instructions() {
    return instructions;
  }

  @Override
  public InstructionStream open(int slots) {
    return new PackedStream(PackedFile.open(packed), footer, slots);
  }

  /** Returns how often warps execute each instruction that the device does not execute exactly. */
  public List<InstructionCount> inexact() {
    List<InstructionCount> counts = new ArrayList<>();
    for (int i = 0; i < instructions.size(); i++) {
      if (!instructions.fidelity(i).isExact()) {
        counts.add(
            new InstructionCount(
                instructions.mnemonic(i), instructions.fidelity(i), warpInstructions(i)));
      }
    }
    return counts;
  }

  public long warpInstructions(int staticIndex) {
    return footer.instructions().get(staticIndex).warpCount;
  }

  /** Returns the warp instructions of each class; a class that does not occur is absent. */
  public Map<OpClass, Long> mix() {
    Map<OpClass, Long> mix = new EnumMap<>(OpClass.class);
    footer.instructions().forEach(i -> mix.merge(i.opClass, i.warpCount, Long::sum));
    return mix;
  }

  /** Returns the warp instructions of the launch. */
  public long warpInstructions() {
    return footer.instructions().stream().mapToLong(i -> i.warpCount).sum();
  }

  /**
   * Returns the thread instructions of the launch: the sum over warp instructions of active lanes.
   */
  public long threadInstructions() {
    return footer.instructions().stream().mapToLong(i -> i.threadCount).sum();
  }
}
