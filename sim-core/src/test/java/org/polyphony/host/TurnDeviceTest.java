package org.polyphony.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.engine.EventQueue;
import org.polyphony.host.app.HostKernel;

/**
 * A launch dispatches for 100 ns after 10, its places are empty 20 later, the last one 40 later.
 */
class TurnDeviceTest {
  private static final LaunchTimes TIMES = new LaunchTimes(10, 100, 20, 40);
  private static final HostKernel ONCE = new HostKernel("once", 150, 1, 1);
  private static final HostKernel TWICE = new HostKernel("twice", 300, 1, 1);

  private static TurnDevice device(int queues, TurnOrder order, double speedTogether) {
    return new TurnDevice(
        queues,
        order,
        kernel -> kernel.name().equals("twice") ? List.of(TIMES, TIMES) : List.of(TIMES),
        (running, count, progress) ->
            Arrays.fill(progress, 0, count, count == 1 ? 1 : speedTogether));
  }

  private static TurnDevice device(TurnOrder order) {
    return device(2, order, 1);
  }

  /** Runs until a kernel of the process ends, which is the next to end; returns when. */
  private static long end(TurnDevice device, int process) {
    while (true) {
      long now = device.due();
      int ended = device.takeEnded(now);
      if (ended >= 0) {
        assertEquals(process, ended);
        return now;
      }
    }
  }

  @Test
  void takesAsLongAsItsLaunchesWhenAlone() {
    TurnDevice device = device(new LaunchTurns(2));
    device.launch(1000, 7, TWICE);

    assertEquals(1300, end(device, 7));
    assertEquals(EventQueue.NEVER, device.due());
    assertEquals(0, device.kernels());
  }

  /** The first dispatches from 10 to 110; its places are empty at 130, on average. */
  @Test
  void handsTheDeviceOnWhenTheLastThreadBlockHasAPlace() {
    TurnDevice device = device(new LaunchTurns(2));
    device.launch(0, 0, ONCE);
    device.launch(0, 1, ONCE);

    assertEquals(150, end(device, 0));
    assertEquals(270, end(device, 1));
  }

  /** In turns from 10, 80, 130 and 180: what leaves after a slice is done at the next turn. */
  @Test
  void losesNothingOfALaunchThatSlicesCut() {
    TurnDevice device = device(new SliceTurns(50));
    device.launch(0, 0, ONCE);
    device.launch(0, 1, ONCE);

    assertEquals(200, end(device, 1)); // the slice of queue 0 is over before it has a kernel
    assertEquals(270, end(device, 0)); // as without slices
  }

  /** Between its two launches the device is the other's, from 110 + 20 on. */
  @Test
  void letsAnotherGoOnDuringTheLatencyOfALaunch() {
    TurnDevice device = device(new LaunchTurns(2));
    device.launch(0, 0, TWICE);
    device.launch(0, 1, ONCE);

    assertEquals(270, end(device, 1)); // dispatched at 230
    assertEquals(390, end(device, 0)); // its second launch has the device from 250 to 350
  }

  /** At half speed from 10 to 210, and the second from 250 to 290; then alone. */
  @Test
  void goesOnAtTheSpeedOfTheSetThatRuns() {
    TurnDevice device = device(2, new LaunchTurns(2), 0.5);
    device.launch(0, 0, ONCE);
    device.launch(0, 1, ONCE);

    assertEquals(290, end(device, 0));
    assertEquals(410, end(device, 1));
  }

  @Test
  void letsThreadBlocksOfADeadProcessLeaveBeforeTheNextBegins() {
    TurnDevice device = device(new LaunchTurns(2));
    device.launch(0, 0, ONCE);
    device.launch(0, 1, ONCE);

    device.abort(60, 0);

    assertEquals(1, device.kernels());
    assertEquals(220, end(device, 1)); // from 80
  }

  @Test
  void forgetsALaunchThatHasNoQueueWhenItsProcessDies() {
    TurnDevice device = device(1, new LaunchTurns(1), 1);
    device.launch(0, 0, ONCE);
    device.launch(0, 1, ONCE);
    device.launch(0, 2, ONCE);

    device.abort(5, 1);

    assertEquals(150, end(device, 0));
    assertEquals(300, end(device, 2));
  }
}
