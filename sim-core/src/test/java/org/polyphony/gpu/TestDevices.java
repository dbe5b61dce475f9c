package org.polyphony.gpu;

import java.util.List;
import org.polyphony.gpu.config.DispatchConfig;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.SharedMemoryConfig;
import org.polyphony.gpu.config.SmConfig;

/** Devices with the SM of a GTX 980; memory is left out. */
public final class TestDevices {
  private TestDevices() {}

  /** Returns the limits of a GTX 980 SM. Source: GPU Maestro Table 2. */
  public static SmConfig gtx980Sm() {
    return new SmConfig(
        4,
        1,
        64,
        2048,
        32,
        65536,
        256,
        98304,
        49152,
        256,
        0,
        16,
        1,
        List.of(),
        new SharedMemoryConfig(32, 4, 24, false, false),
        0,
        0);
  }

  public static GpuConfig gpu(int sms, int kernelLaunchLatency) {
    return gpu(sms, kernelLaunchLatency, new DispatchConfig(false, 256, 0));
  }

  public static GpuConfig gpu(int sms, int kernelLaunchLatency, DispatchConfig dispatch) {
    return new GpuConfig(
        "test",
        sms,
        1_126_000,
        kernelLaunchLatency,
        0,
        100_000,
        dispatch,
        gtx980Sm(),
        null,
        null,
        null,
        null,
        null,
        null);
  }
}
