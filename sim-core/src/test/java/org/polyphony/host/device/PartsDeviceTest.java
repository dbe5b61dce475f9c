package org.polyphony.host.device;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.time.EventQueue;

/**
 * A launch dispatches for 100 ns after 10; half of its places are empty 10 later, the others 30
 * later, and its last thread block ends 40 later.
 */
class PartsDeviceTest {
  private static final LaunchTimes TIMES = new LaunchTimes(10, 100, leave(8, 10, 8, 30), 40);

  /** Has few thread blocks: on a quarter of the places for long. */
  private static final LaunchTimes FEW = new LaunchTimes(10, 0, leave(12, 0, 4, 1000), 1000);

  /** Its thread blocks fill the device, all at once. */
  private static final LaunchTimes FULL = new LaunchTimes(10, 0, leave(8, 60, 8, 60), 60);

  private static final HostKernel ONCE = new HostKernel("once", 150, 1, 1);
  private static final HostKernel FEW_BLOCKS = new HostKernel("few", 1010, 1, 1);
  private static final HostKernel FULL_DEVICE = new HostKernel("full", 70, 1, 1);
  private static final HostKernel TWICE = new HostKernel("twice", 300, 1, 1);

  private static List<Long> leave(int parts, long nanos, int others, long nanosOfOthers) {
    return Stream.concat(
            Collections.nCopies(parts, nanos).stream(),
            Collections.nCopies(others, nanosOfOthers).stream())
        .toList();
  }

  private static PartsDevice device(int queues, PartOrder order, double speedTogether) {
    return new PartsDevice(
        queues,
        order,
        kernel ->
            switch (kernel.name()) {
              case "twice" -> List.of(TIMES, TIMES);
              case "few" -> List.of(FEW);
              case "full" -> List.of(FULL);
              default -> List.of(TIMES);
            },
        running ->
            running.stream().mapToDouble(k -> running.size() == 1 ? 1 : speedTogether).toArray());
  }

  private static PartsDevice device(PartOrder order) {
    return device(2, order, 1);
  }

  /** Runs until a kernel of the process ends, which is the next to end; returns when. */
  private static long end(PartsDevice device, int process) {
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
  void takesAsLongAsItsLaunchesWhenAlone() {
    PartsDevice device = device(new LaunchTurns(2));
    device.launch(1000, 7, TWICE);

    assertEquals(1300, end(device, 7));
    assertEquals(EventQueue.NEVER, device.nextWork());
    assertEquals(0, device.kernels());
  }

  /** The first dispatches from 10 to 110; its places are empty at 130, on average. */
  @Test
  void handsTheDeviceOnWhenTheLastThreadBlockHasAPlace() {
    PartsDevice device = device(new LaunchTurns(2));
    device.launch(0, 0, ONCE);
    device.launch(0, 1, ONCE);

    assertEquals(150, end(device, 0));
    assertEquals(270, end(device, 1));
  }

  /** In turns from 10, 80, 130 and 180: what leaves after a slice is done at the next turn. */
  @Test
  void losesNothingOfALaunchThatSlicesCut() {
    PartsDevice device = device(new SliceTurns(50));
    device.launch(0, 0, ONCE);
    device.launch(0, 1, ONCE);

    assertEquals(200, end(device, 1)); // the slice of queue 0 is over before it has a kernel
    assertEquals(270, end(device, 0)); // as without slices
  }

  /** Between its two launches the device is the other's, from 110 + 20 on. */
  @Test
  void letsAnotherGoOnDuringTheLatencyOfALaunch() {
    PartsDevice device = device(new LaunchTurns(2));
    device.launch(0, 0, TWICE);
    device.launch(0, 1, ONCE);

    assertEquals(270, end(device, 1)); // dispatched at 230
    assertEquals(390, end(device, 0)); // its second launch has the device from 250 to 350
  }

  /**
   * The second has half of the parts from 120 on and all from 150 on: until then both have 2/3 of
   * their speed, and then the last thread block of the first, which is on no part, half.
   */
  @Test
  void slowsThreadBlocksDownByTheShareOfTheDeviceThatOthersHave() {
    PartsDevice device = device(2, new LaunchTurns(2), 0.5);
    device.launch(0, 0, ONCE);
    device.launch(0, 1, ONCE);

    assertEquals(170, end(device, 0));
    assertEquals(280, end(device, 1));
  }

  @Test
  void letsThreadBlocksOfADeadProcessLeaveBeforeTheNextBegins() {
    PartsDevice device = device(new LaunchTurns(2));
    device.launch(0, 0, ONCE);
    device.launch(0, 1, ONCE);

    device.abort(60, 0);

    assertEquals(1, device.kernels());
    assertEquals(220, end(device, 1)); // from 80
  }

  @Test
  void forgetsALaunchThatHasNoQueueWhenItsProcessDies() {
    PartsDevice device = device(1, new LaunchTurns(1), 1);
    device.launch(0, 0, ONCE);
    device.launch(0, 1, ONCE);
    device.launch(0, 2, ONCE);

    device.abort(5, 1);

    assertEquals(150, end(device, 0));
    assertEquals(300, end(device, 2));
  }

  /**
   * It has 12 of 16 parts: 134 ns of dispatching, then last thread blocks on 12 parts, and on four
   * of these again when they are empty after 10.
   */
  @Test
  void leavesTheRestOfTheDeviceToOthersWhichDoNotWaitForItsEnd() {
    PartsDevice device = device(new LaunchTurns(2));
    device.launch(0, 0, FEW_BLOCKS);
    device.launch(0, 1, ONCE);

    assertEquals(194, end(device, 1));
    assertEquals(1010, end(device, 0));
  }

  /** Each dispatches at half of the speed; the last thread blocks take two rounds of its half. */
  @Test
  void dividesTheDeviceEvenly() {
    PartsDevice device = device(new EvenParts(2));
    device.launch(0, 0, ONCE);
    device.launch(0, 1, ONCE);

    // 10 + 200, then eight parts for 10 and, as these are left, until the last has ended
    assertEquals(260, end(device, 0));
    assertEquals(260, end(device, 1));
  }

  @Test
  void movesNoThreadBlocksOfALaunchThatHasPlacesForAll() {
    PartsDevice device = device(new EvenParts(2));
    device.launch(0, 0, FULL_DEVICE);
    device.launch(10, 1, FULL_DEVICE);

    assertEquals(70, end(device, 0));
    assertEquals(130, end(device, 1)); // all parts become empty at 70
  }
}
