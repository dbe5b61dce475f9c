package org.polyphony.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.testing.DeviceRun;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.gpu.testing.Lanes;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.ScriptedKernel;
import org.polyphony.gpu.testing.SmallGpu;

/** SMs and memory that run windows of cycles by themselves give what single cycles give. */
class WindowsTest {
  private static GpuConfig device(int sms, int creditLatency, int buffer) {
    return new SmallGpu()
        .sms(sms)
        .realFetch()
        .with(
            Devices.crossbar(
                "flitBytes 32, packetPerCycle false, latency 8, creditLatency " + creditLatency,
                "inputBuffer " + buffer + ", outputBuffer " + buffer))
        .config();
  }

  @Test
  void goesOnWithProcessorsThatBecomeFree() {
    Processors shared = Processors.shared(3);
    shared.begin();
    assertEquals(2, shared.takeMore(8));
    assertEquals(0, shared.takeMore(8));
    shared.begin();
    assertEquals(0, shared.takeMore(8));
    shared.end(0);
    shared.end(2);
    shared.begin();
    assertEquals(1, shared.takeMore(2));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  @Timeout(60)
  void anErrorOnAnyThreadReachesTheCaller(int threads) {
    Lanes wrong =
        (warp, repeat, lane) -> {
          if (warp == 77 && repeat == 3) {
            throw new IllegalStateException("an address of warp 77");
          }
          return warp * 128 + lane * 4L;
        };
    ScriptedKernel kernel =
        new Script("wrong").grid(100, 32).load(MemorySpace.GLOBAL, 2, 30, wrong).times(8).build();
    DeviceRun run = DeviceRun.alone(device(20, 8, 16), kernel);
    run.gpu().use(Processors.perRunAtOnce(threads));

    assertEquals(
        "an address of warp 77", assertThrows(IllegalStateException.class, run::run).getMessage());
  }
}
