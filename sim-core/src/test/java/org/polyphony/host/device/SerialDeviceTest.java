package org.polyphony.host.device;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.time.EventQueue;

class SerialDeviceTest {
  private final SerialDevice device = new SerialDevice();

  private static HostKernel kernel(long nanos) {
    return new HostKernel("k", nanos, 1, 1);
  }

  @Test
  void runsKernelsOneAfterAnotherInTheOrderOfLaunch() {
    device.launch(0, 1, kernel(100));
    device.launch(10, 2, kernel(5));

    assertEquals(100, device.nextWork());
    assertEquals(EventQueue.NONE, device.takeEnded(99));
    assertEquals(1, device.takeEnded(100));
    assertEquals(105, device.nextWork());
    assertEquals(2, device.takeEnded(105));
    assertEquals(0, device.kernels());
  }

  @Test
  void startsTheNextWhenTheKernelOfADeadProcessGoes() {
    device.launch(0, 1, kernel(100));
    device.launch(0, 2, kernel(5));

    device.abort(40, 1);

    assertEquals(45, device.nextWork());
  }

  @Test
  void letsTheRunningKernelGoOnWhenOneThatWaitsGoes() {
    device.launch(0, 1, kernel(100));
    device.launch(0, 2, kernel(5));

    device.abort(40, 2);

    assertEquals(100, device.nextWork());
    assertEquals(1, device.kernels());
  }
}
