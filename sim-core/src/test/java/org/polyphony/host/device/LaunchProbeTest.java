package org.polyphony.host.device;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.SmallGpu;

class LaunchProbeTest {
  private static final GpuConfig GPU = new SmallGpu().sms(2).config();
  private static final Kernel KERNEL =
      ((Workload.Launch) MixedKernel.random('a', 20).once().step(0)).kernel();

  private static long nanos(double cycles) {
    return Math.round(cycles * 1e6 / GPU.coreKhz());
  }

  /**
   * From cycle 1000; the last of three thread blocks has a place at 3000; ends 4000, 5000, 8000.
   */
  private static List<LaunchTimes> measured(boolean wholeSms) {
    LaunchProbe probe = new LaunchProbe(GPU, wholeSms);
    probe.kernelStarted(500, 3, 0, KERNEL);
    probe.placed(1000, 0, 0, 3, 0, false);
    probe.placed(1000, 1, 0, 3, 0, false);
    probe.placed(3000, 0, 1, 3, 0, false);
    probe.left(4000, 0, 0, false);
    probe.left(5000, 1, 0, false);
    probe.left(8000, 0, 1, false);
    probe.kernelEnded(8000, 3);
    return probe.means(1);
  }

  private static double mean(LaunchTimes times) {
    return times.leaveNanos().stream().mapToLong(Long::longValue).average().orElseThrow();
  }

  @Test
  void measuresWhenPlacesOfThreadBlocksAreEmpty() {
    int perSm = Occupancy.of(GPU.sm(), ThreadBlockNeed.of(GPU.sm(), KERNEL)).threadBlocks();

    LaunchTimes times = measured(false).get(0);

    double expected = nanos((1000 + 2000 + 5000) / (2.0 * perSm));
    assertEquals(expected, mean(times), 1); // roundings
    assertEquals(0, times.leaveNanos().get(0)); // of places that have no thread block
    assertEquals(nanos(5000), times.tailNanos());
  }

  @Test
  void measuresWhenSmsAreEmpty() {
    List<Long> halves =
        Stream.concat(
                Collections.nCopies(LaunchTimes.PARTS / 2, nanos(2000)).stream(),
                Collections.nCopies(LaunchTimes.PARTS / 2, nanos(5000)).stream())
            .toList();

    assertEquals(
        List.of(new LaunchTimes(nanos(1000), nanos(2000), halves, nanos(5000))), measured(true));
  }

  @Test
  void sumsTheTimeOfThreadBlocksByQueue() {
    ResidenceMeter meter = new ResidenceMeter(GPU, 2);
    meter.kernelStarted(0, 5, 0, KERNEL);
    meter.kernelStarted(0, 6, 1, KERNEL);
    meter.placed(10, 0, 0, 5, 0, false);
    meter.placed(10, 1, 0, 6, 0, false);
    meter.left(40, 0, 0, false);
    meter.placed(41, 0, 0, 6, 0, false);
    meter.left(50, 1, 0, false);
    meter.left(61, 0, 0, false);

    assertEquals(30, meter.cycles(0));
    assertEquals(40 + 20, meter.cycles(1));
  }
}
