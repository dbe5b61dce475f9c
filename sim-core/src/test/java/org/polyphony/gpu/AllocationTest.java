package org.polyphony.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.testing.AllocatedBytes;
import org.polyphony.gpu.testing.DeviceRun;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.SmallGpu;

class AllocationTest {
  @ParameterizedTest
  @ValueSource(longs = {81, 82})
  void allocatesNothingInAHundredThousandCyclesOfSteadyState(long seed) {
    GpuConfig config = new SmallGpu().realFetch().operandCollectors(4).config();
    AllocatedBytes allocated = new AllocatedBytes(100_000, 4, 3);

    DeviceRun.alone(config, MixedKernel.random(seed, 100_000)).run(allocated);

    assertEquals(0, allocated.leastInAWindow());
  }
}
