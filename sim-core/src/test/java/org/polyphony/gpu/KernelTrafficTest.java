package org.polyphony.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.mem.MemoryCounters;
import org.polyphony.gpu.sm.issue.StallCause;
import org.polyphony.gpu.testing.DeviceRun;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.policy.partition.SmkEven;
import org.polyphony.policy.warp.WarpSchedulers;

class KernelTrafficTest {
  private final DeviceRun run =
      DeviceRun.of(
              new SmallGpu().config(),
              WarpSchedulers.scheduling("gto", "lrr"),
              new SmkEven(),
              MixedKernel.random(21, 10).once(),
              MixedKernel.random(121, 10).once())
          .run()
          .drain();
  private final Gpu gpu = run.gpu();
  private final KernelTraffic traffic = gpu.traffic();

  private static long sum(IntToLongFunction ofRow) {
    return IntStream.range(0, KernelControlBlocks.ROWS).mapToLong(ofRow).sum();
  }

  @Test
  void bothKernelsHaveTraffic() {
    for (int row = 0; row < 2; row++) {
      assertTrue(traffic.l1Accesses(row) > 0);
      assertTrue(traffic.l1Misses(row) <= traffic.l1Accesses(row));
      assertTrue(traffic.l2Misses(row) <= traffic.l2Accesses(row));
      assertTrue(traffic.dramRowHits(row) <= traffic.dramRequests(row));
      assertTrue(traffic.dramBytes(row) > 0);
    }
  }

  @Test
  void kernelsSumToWhatTheDeviceCounts() {
    MemoryCounters memory = gpu.memoryCounters();

    assertEquals(memory.l2Accesses(), sum(traffic::l2Accesses));
    assertEquals(memory.l2Misses(), sum(traffic::l2Misses));
    assertEquals(memory.dramReadBytes() + memory.dramWriteBytes(), sum(traffic::dramBytes));
    assertEquals(memory.dramRequests(), sum(traffic::dramRequests));
    assertEquals(memory.rowHits(), sum(traffic::dramRowHits));
  }

  @Test
  void noReadIsShorterThanThePathToL2AndBack() {
    int shortest = 2 * gpu.config().crossbar().latency();

    for (int row = 0; row < 2; row++) {
      long waited = traffic.loadCycles(gpu.cycle(), row);
      assertTrue(waited > traffic.loads(row) * shortest, waited + " cycles");
    }
  }

  @Test
  void causesOfAnSmSumToItsSlots() {
    long all = 0;
    for (StallCause cause : StallCause.values()) {
      all += gpu.progress().stalledSlots(gpu.cycle(), 0, cause);
    }
    long issued = gpu.progress().stalledSlots(gpu.cycle(), 0, StallCause.ISSUED);

    assertEquals(gpu.cycle() * gpu.config().sm().warpSchedulers(), all);
    assertEquals(all - issued, gpu.progress().stalledSlots(gpu.cycle(), 0));
  }
}
