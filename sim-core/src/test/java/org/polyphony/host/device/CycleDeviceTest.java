package org.polyphony.host.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.gpu.testing.DeviceRun;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.time.EventQueue;
import org.polyphony.policy.partition.LeftOver;
import org.polyphony.policy.partition.SmkEven;
import org.polyphony.policy.warp.WarpSchedulers;
import org.polyphony.simulation.RunResult;

class CycleDeviceTest {
  private static final GpuConfig GPU = new SmallGpu().sms(2).config();
  private static final HostKernel A = new HostKernel("a", HostKernel.UNKNOWN, 1, 1);
  private static final HostKernel B = new HostKernel("b", HostKernel.UNKNOWN, 1, 1);

  private final CoreClock clock = new CoreClock(GPU.coreKhz());

  private static Workload workload(HostKernel kernel) {
    return MixedKernel.random(kernel.name().charAt(0), 20).once();
  }

  private static CycleDevice device(int processes) {
    return new CycleDevice(
        new SharedGpu(GPU, processes, SmkEven.NAME, Map.of()), CycleDeviceTest::workload);
  }

  /** Runs until a kernel ends; returns when. */
  private static long end(CycleDevice device, int process) {
    while (true) {
      long now = device.nextWork();
      int ended = device.takeEnded(now);
      if (ended >= 0) {
        assertEquals(process, ended);
        return now;
      }
    }
  }

  @Test
  void aKernelOfHigherPriorityEndsEarlier() {
    assertTrue(endOfB(1) < endOfB(0));
  }

  private long endOfB(int priority) {
    SharedGpu shared = new SharedGpu(GPU, 2, LeftOver.NAME, Map.of());
    CycleDevice device =
        new CycleDevice(shared, kernel -> MixedKernel.random(5, kernel.equals(A) ? 400 : 4).once());
    device.setPriority(9, priority);
    device.launch(0, 7, A);
    device.launch(1000, 9, B);
    return end(device, 9);
  }

  @Test
  void takesAsLongAsAMultiprogrammedRunOfTheSameKernels() {
    DeviceRun run =
        DeviceRun.of(
            GPU, WarpSchedulers.scheduling("gto", "lrr"), new SmkEven(), workload(A), workload(B));
    run.run();
    List<RunResult.Benchmark> expected = run.control().results(run.gpu().cycle());
    CycleDevice device = device(2);

    device.launch(0, 7, A);
    device.launch(0, 9, B);

    boolean aIsFirst = expected.get(0).cycles() < expected.get(1).cycles();
    int first = aIsFirst ? 0 : 1;
    assertEquals(clock.timeOf(expected.get(first).cycles()), end(device, aIsFirst ? 7 : 9));
    assertEquals(1, device.kernels());
  }

  @ParameterizedTest
  @ValueSource(longs = {1_000_000_000, 30_000_000_000_000_000L}) // a second, a year
  void takesAsLongAtAnyTime(long start) {
    CycleDevice early = device(4);
    early.launch(0, 0, A);
    long alone = end(early, 0);
    CycleDevice late = device(4);

    late.launch(start, 0, A);

    long passed = end(late, 0) - start;
    assertTrue(Math.abs(passed - alone) <= 1, passed + " " + alone); // whole nanoseconds
  }

  @Test
  void isNotDueOnceAllIsQuiet() {
    CycleDevice device = device(4);
    device.launch(0, 0, A);
    long now = end(device, 0);
    while (device.nextWork() != EventQueue.NEVER) {
      now = Math.max(now, device.nextWork());
      assertEquals(-1, device.takeEnded(now));
    }

    assertEquals(0, device.kernels());
  }

  @Test
  void dropsTheKernelOfADeadProcessAndGivesItsQueueToAnother() {
    CycleDevice device = device(1);
    device.launch(0, 0, A);
    device.launch(10, 1, B); // waits
    assertEquals(2, device.kernels());

    device.abort(100, 0);

    assertEquals(1, device.kernels());
    assertTrue(end(device, 1) > 100);
    assertEquals(0, device.kernels());
  }

  @Test
  void letsLaunchesBeyondItsQueuesWait() {
    CycleDevice device = device(1);
    device.launch(0, 0, A);
    device.launch(0, 1, A);

    long first = end(device, 0);

    assertTrue(end(device, 1) > 1.5 * first);
  }

  @Test
  void forgetsALaunchThatWaitsWhenItsProcessDies() {
    CycleDevice device = device(1);
    device.launch(0, 0, A);
    device.launch(0, 1, B);

    device.abort(5, 1);

    end(device, 0);
    assertEquals(0, device.kernels());
  }
}
