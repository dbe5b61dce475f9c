package org.polyphony.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.testing.DeviceRun;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.SmallGpu;

class AllocationTest {
  private static final int WINDOW_CYCLES = 100_000;
  private static final int WARM_UP_WINDOWS = 4;

  @ParameterizedTest
  @ValueSource(longs = {81, 82})
  void allocatesNothingInAHundredThousandCyclesOfSteadyState(long seed) {
    GpuConfig config = new SmallGpu().realFetch().operandCollectors(4).config();
    AllocatedBytes allocated = new AllocatedBytes();

    DeviceRun.alone(config, MixedKernel.random(seed, 100_000)).run(allocated);

    assertEquals(0, allocated.leastInAWindow());
  }

  /** Notes at the end of each window what the thread has allocated so far. */
  private static final class AllocatedBytes implements Gpu.Observer {
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final long[] atEnd = new long[WARM_UP_WINDOWS + 4];
    private int windows;

    @Override
    public long observe(long cycle) {
      atEnd[windows++] = threads.getCurrentThreadAllocatedBytes();
      return windows < atEnd.length ? cycle + WINDOW_CYCLES : cycle;
    }

    /** The JVM allocates for itself now and then, hence the least of a few windows. */
    long leastInAWindow() {
      long least = Long.MAX_VALUE;
      for (int i = WARM_UP_WINDOWS + 1; i < atEnd.length; i++) {
        least = Math.min(least, atEnd[i] - atEnd[i - 1]);
      }
      return least;
    }
  }
}
