package org.polyphony.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.run.DistinctKernels;

/**
 * Instruction streams without a device: decoding packed traces ({@code sample-...}) and
 * interpreting kernel models, each instruction with mask and lane addresses.
 */
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms64m", "-Xmx768m", "-XX:+UseSerialGC"})
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@State(Scope.Benchmark)
public class StreamBenchmark {
  private static final int BLOCKS = 64; // of each kernel at most

  /** A bundled workload, or the path of a trace ({@code -p workload=path}). */
  @Param({"sample-sgemm", "sample-gather", "sample-collatz", "BS", "HS", "BFS"})
  public String workload;

  private final long[] lanes = new long[32];
  private Workload opened;
  private long expected;

  /** Reads twice and checks that both readings agree. */
  @Setup
  public void prepare() {
    opened = DeviceBenchmark.open("", workload);
    expected = readAll();
    check(readAll());
  }

  private void check(long instructions) {
    if (instructions != expected || instructions == 0) {
      throw new IllegalStateException("instructions: " + expected + ", then " + instructions);
    }
  }

  /** Reads the first thread blocks of every kernel. */
  @Benchmark
  public long read(WarpInstructions counts) {
    long instructions = readAll();
    check(instructions);
    counts.warpInstructions += instructions;
    return instructions;
  }

  private long readAll() {
    long instructions = 0;
    for (Kernel kernel : DistinctKernels.of(opened)) {
      try (InstructionStream stream = kernel.open(1)) {
        long blocks = Math.min(BLOCKS, kernel.threadBlocks());
        for (long block = 0; block < blocks; block++) {
          instructions += readBlock(kernel, stream, block);
        }
      }
    }
    return instructions;
  }

  private long readBlock(Kernel kernel, InstructionStream stream, long block) {
    InstructionTable table = kernel.instructions();
    long instructions = 0;
    stream.begin(0, block);
    for (int warp = 0; warp < kernel.warpsPerBlock(); warp++) {
      int index = stream.next(0, warp);
      while (index != InstructionStream.END) {
        if (table.widthBytes(index) > 0 && stream.activeMask(0, warp) != 0) {
          stream.addresses(0, warp, lanes);
        }
        instructions++;
        index = stream.next(0, warp);
      }
    }
    stream.end(0);
    return instructions;
  }
}
