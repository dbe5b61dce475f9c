package org.polyphony.gpu.testing;

import java.util.List;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;

/** The kernel of a {@link Script}, and the workload that launches it once. */
public final class ScriptedKernel implements Kernel {
  private final String name;
  private final long threadBlocks;
  private final int threads;
  private final int registers;
  private final int sharedBytes;
  private final InstructionTable table;
  final Lanes[] lanes;
  final int[] masks;
  final int[] firstWarps;
  final int[] sectionEnds;
  final int[] sectionRepeats;

  ScriptedKernel(
      String name,
      long threadBlocks,
      int threads,
      int registers,
      int sharedBytes,
      InstructionTable table,
      Script script) {
    this.name = name;
    this.threadBlocks = threadBlocks;
    this.threads = threads;
    this.registers = registers;
    this.sharedBytes = sharedBytes;
    this.table = table;
    lanes = script.lanes.toArray(Lanes[]::new);
    masks = ints(script.masks);
    firstWarps = ints(script.firstWarps);
    sectionEnds = ints(script.sectionEnds);
    sectionRepeats = ints(script.sectionRepeats);
  }

  private static int[] ints(List<Integer> list) {
    return list.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Returns a workload that launches this kernel once. */
  public Workload once() {
    return new Workload() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public int steps() {
        return 1;
      }

      @Override
      public Step step(int index) {
        return new Launch(ScriptedKernel.this);
      }
    };
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long threadBlocks() {
    return threadBlocks;
  }

  @Override
  public int threadsPerBlock() {
    return threads;
  }

  @Override
  public int registersPerThread() {
    return registers;
  }

  @Override
  public int sharedMemoryBytes() {
    return sharedBytes;
  }

  @Override
  public InstructionTable instructions() {
    return table;
  }

  @Override
  public InstructionStream open(int slots) {
    return new ScriptedStream(this, slots);
  }
}
