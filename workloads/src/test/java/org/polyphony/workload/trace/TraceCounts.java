package org.polyphony.workload.trace;

import java.nio.file.Path;
import org.polyphony.gpu.kernel.InstructionStream;

/**
 * Prints, per trace folder given, the instructions that its streams deliver, and the times to pack
 * and to walk them. A tool for people; arguments: cache folder, then traces.
 */
final class TraceCounts {
  private TraceCounts() {}

  public static void main(String[] arguments) {
    for (int i = 1; i < arguments.length; i++) {
      Path path = Path.of(arguments[i]);
      long start = System.nanoTime();
      TraceWorkload workload =
          TraceWorkload.open(
              path, new TraceOptions(Path.of(arguments[0]), true, System.err::println));
      long opened = System.nanoTime();
      long walked = 0;
      long addresses = 0;
      for (TraceKernel kernel : workload.kernels()) {
        walked += walk(kernel, false);
      }
      long ended = System.nanoTime();
      for (TraceKernel kernel : workload.kernels()) {
        addresses += walk(kernel, true);
      }
      long withAddresses = System.nanoTime();
      System.out.printf(
          "%s kernels %d warp instructions %d open %.0f ms walk %.1f ns with addresses %.1f ns"
              + " (%d)%n",
          workload.name(),
          workload.kernels().size(),
          walked,
          (opened - start) / 1e6,
          (ended - opened) / (double) walked,
          (withAddresses - ended) / (double) walked,
          addresses);
    }
  }

  private static long walk(TraceKernel kernel, boolean withAddresses) {
    long[] lanes = new long[32];
    long count = 0;
    try (InstructionStream stream = kernel.open(1)) {
      for (long block = 0; block < kernel.threadBlocks(); block++) {
        stream.begin(0, block);
        for (int warp = 0; warp < kernel.warpsPerBlock(); warp++) {
          int index = stream.next(0, warp);
          while (index != InstructionStream.END) {
            count++;
            if (withAddresses && kernel.instructions().widthBytes(index) > 0) {
              stream.addresses(0, warp, lanes);
            }
            index = stream.next(0, warp);
          }
        }
        stream.end(0);
      }
    }
    return count;
  }
}
