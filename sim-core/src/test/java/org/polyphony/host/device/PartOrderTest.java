package org.polyphony.host.device;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.host.time.EventQueue;

class PartOrderTest {
  private final int[] owner = new int[4];

  private String assigned(PartOrder order, long now, int ready, int draining) {
    order.assign(now, ready, draining, owner);
    return Arrays.stream(owner).mapToObj(String::valueOf).collect(Collectors.joining());
  }

  @Test
  void theLaunchThatStartedFirstComesFirst() {
    LaunchTurns turns = new LaunchTurns(3);
    turns.started(2);
    turns.started(0);

    assertEquals("2222", assigned(turns, 0, 0b101, 0));
    turns.started(2); // its next one
    assertEquals("0000", assigned(turns, 10, 0b101, 0));
    assertEquals(EventQueue.NEVER, turns.nextWork());
  }

  /**
   * When, which queues have something to place and, behind a slash, which still leave: the queues
   * of the four parts then. At last, when the order changes by itself.
   */
  @ParameterizedTest(name = "{0}: {4}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          slices | 0:12 49:12 50:12 100:12 | 1111 1111 2222 1111 | 150 \
              | those that are ready, in turns
          slices | 0:12 20:2     | 1111 2222 | NEVER \
              | ends early with nothing left; nobody else is ready
          slices | 0:12 50:12/2  | 1111 1111 | 100 | is granted again while others leave
          slices | 0:12 50:12/1  | 1111 2222 | 100 | but not for thread blocks of its own
          2      | 0:01 10:1 20:01 | 0011 1111 0011 | NEVER | among those with something to place
          3      | 0:012         | 0012 | NEVER | the first have a part more
          6      | 0:012345      | 0132 | NEVER | more queues than parts
          """)
  void assignsParts(String order, String steps, String owners, String next, String why) {
    PartOrder made =
        order.equals("slices") ? new SliceTurns(50) : new EvenParts(Integer.parseInt(order));
    List<String> found = new ArrayList<>();
    for (String step : steps.split(" ", -1)) {
      String[] words = step.split("[:/]", -1);
      int draining = words.length > 2 ? queues(words[2]) : 0;
      found.add(assigned(made, Long.parseLong(words[0]), queues(words[1]), draining));
    }

    assertEquals(owners, String.join(" ", found), why);
    long expected = next.equals("NEVER") ? EventQueue.NEVER : Long.parseLong(next);
    assertEquals(expected, made.nextWork(), why);
  }

  private static int queues(String digits) {
    return digits.chars().map(digit -> 1 << (digit - '0')).sum();
  }
}
