package org.polyphony.host.device;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  private static PartOrder order(String name, int queues) {
    return switch (name) {
      case "turns" -> new LaunchTurns(queues);
      case "slices" -> new SliceTurns(50);
      default -> new EvenParts(queues);
    };
  }

  /** What is launched by processes, or dies, and when; which process ends when. */
  @ParameterizedTest(name = "{0} {3}: {5}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          turns  | 2 | 1   | 7:twice@1000 | 7@1300 | alone it takes as long as its launches
          turns  | 2 | 1   | 0:once@0 1:once@0 | 0@150 1@270 \
              | dispatches from 10 to 110; its places are empty at 130, on average
          slices | 2 | 1   | 0:once@0 1:once@0 | 1@200 0@270 \
              | turns from 10, 80, 130, 180: what leaves after a slice is done at the next; nothing is lost
          turns  | 2 | 1   | 0:twice@0 1:once@0 | 1@270 0@390 \
              | between its launches the other goes on from 110 + 20; from 250 to 350 it has the device
          turns  | 2 | 0.5 | 0:once@0 1:once@0 | 0@170 1@280 \
              | 1 has half of the parts from 120, all from 150: 2/3 speed until then, then half for the end
          turns  | 2 | 1   | 0:once@0 1:once@0 0:dies@60 | 1@220 \
              | begins when thread blocks have left, at 80
          turns  | 1 | 1   | 0:once@0 1:once@0 2:once@0 1:dies@5 | 0@150 2@300 | had no queue yet
          turns  | 2 | 1   | 0:few@0 1:once@0 | 1@194 0@1010 \
              | 12 of 16 parts: 134 ns; then 12 parts, and four of these again, empty after 10
          even   | 2 | 1   | 0:once@0 1:once@0 | 0@260 1@260 \
              | 10 + 200, then eight parts for 10 and, as these are left, until the last has ended
          even   | 2 | 1   | 0:full@0 1:full@10 | 0@70 1@130 \
              | there are places for all: no thread block moves, all parts are empty at 70
          """)
  void ends(String order, int queues, double together, String events, String ends, String why) {
    PartsDevice device = device(queues, order(order, queues), together);
    for (String event : events.split(" ", -1)) {
      int process = event.charAt(0) - '0';
      String name = event.substring(2, event.indexOf('@'));
      long time = Long.parseLong(event.substring(event.indexOf('@') + 1));
      if (name.equals("dies")) {
        device.abort(time, process);
      } else {
        device.launch(time, process, new HostKernel(name, 1, 1, 1));
      }
    }

    List<String> found = new ArrayList<>();
    for (long now = device.nextWork(); now != EventQueue.NEVER; now = device.nextWork()) {
      int process = device.takeEnded(now);
      if (process >= 0) {
        found.add(process + "@" + now);
      }
    }
    assertEquals(ends, String.join(" ", found), why);
    assertEquals(0, device.kernels());
  }
}
