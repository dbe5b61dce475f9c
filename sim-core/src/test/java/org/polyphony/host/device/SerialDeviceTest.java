package org.polyphony.host.device;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.time.EventQueue;

class SerialDeviceTest {
  private final SerialDevice device = new SerialDevice();

  private static HostKernel kernel(long nanos) {
    return new HostKernel("k", nanos, 1, 1);
  }

  @Test
  void endsNothingEarly() {
    device.launch(0, 1, kernel(100));

    assertEquals(EventQueue.NONE, device.takeEnded(99));
    assertEquals(1, device.takeEnded(100));
    assertEquals(0, device.kernels());
  }

  /** Process 1 launches 100 ns at 0; when process 2 launches 5 ns, and who dies at 40. */
  @ParameterizedTest(name = "{4}")
  @CsvSource({
    "10, 0, 100, 105, one after another in the order of launch",
    "0, 1, 45, NEVER, the next starts when the kernel of a dead process goes",
    "0, 2, 100, NEVER, the running one goes on when one that waits goes"
  })
  void ends(long second, int dies, long first, String then, String why) {
    device.launch(0, 1, kernel(100));
    device.launch(second, 2, kernel(5));
    if (dies > 0) {
      device.abort(40, dies);
      assertEquals(1, device.kernels());
    }

    assertEquals(first, device.nextWork(), why);
    device.takeEnded(first);
    long next = device.nextWork();
    assertEquals(then, next == EventQueue.NEVER ? "NEVER" : "" + next, why);
  }
}
