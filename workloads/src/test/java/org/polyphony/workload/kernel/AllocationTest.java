package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;

class AllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void allocatesNothingWhileItStepsThroughThreadBlocks() {
    ModelWorkload workload = ModelWorkload.bundled("HS", ModelOptions.of(0.1, 1));
    Kernel kernel = ((Workload.Launch) workload.step(workload.steps() - 1)).kernel();
    InstructionStream stream = kernel.open(1);
    long[] lanes = new long[32];

    long least = Long.MAX_VALUE; // of several passes: the JVM itself allocates now and then
    for (int pass = 0; pass < 10; pass++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      stepThrough(kernel, stream, lanes);
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
    }

    assertEquals(0, least);
  }

  private static void stepThrough(Kernel kernel, InstructionStream stream, long[] lanes) {
    for (long block = 0; block < kernel.threadBlocks(); block++) {
      stream.begin(0, block);
      for (int i = stream.next(0, 0); i >= 0; i = stream.next(0, 0)) {
        if (kernel.instructions().widthBytes(i) > 0) {
          stream.addresses(0, 0, lanes);
        }
      }
      stream.end(0);
    }
  }
}
