package org.polyphony.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstructionWindowsTest {
  private static final long MOST_PER_CYCLE = 8;
  private final long[] issued = new long[2];
  private final List<String> rows = new ArrayList<>();
  private int looks;

  /** The rate is instructions a cycle, up to a cycle, then another one. */
  @ParameterizedTest(name = "{5}")
  @CsvSource({
    "100, 30, 4, 30, '0: 0-25 100, 1: 25-30 20', the first cycle that reaches their length",
    "101, 30, 4, 30, '0: 0-26 104, 1: 26-30 16', a cycle later where one instruction is missing",
    "100, 60, 1 8, 40, '0: 0-48 104, 1: 48-60 96', exactly whatever the rate",
    "8, 20, 8 0 8, 1, '0: 0-1 8, 1: 1-20 8', before an idle stretch that follows",
    "0, 30, 4, 30, '', none for a length of zero"
  })
  void end(long length, int cycles, String rates, int first, String windows, String why) {
    int[] rate = Stream.of(rates.split(" ", -1)).mapToInt(Integer::parseInt).toArray();

    run(
        length,
        cycles,
        cycle -> rate[cycle < first ? 0 : cycle == cycles - 1 ? rate.length - 1 : 1]);

    assertEquals(windows, String.join(", ", rows), why);
  }

  @Test
  void areLookedAtMoreRarelyThanEveryCycle() {
    run(8000, 1000, cycle -> 8);

    assertTrue(looks < 5, "looks: " + looks);
  }

  @Test
  void splitTheInstructionsByWorkload() {
    InstructionWindows windows = windows(10);
    issued[0] = 3;
    issued[1] = 7;

    windows.finish(5);

    assertEquals(List.of("0: 0-5 3", "0: 0-5 7"), rows);
  }

  /** Thread instructions that the first workload issues in a cycle. */
  private interface Rate {
    int in(long cycle);
  }

  /** Observes as the device does: in the first cycle with work at or after the one asked for. */
  private void run(long length, int cycles, Rate rate) {
    InstructionWindows windows = windows(length);
    long due = 0;
    for (long cycle = 0; cycle < cycles; cycle++) {
      if (cycle >= due && rate.in(cycle) > 0) {
        due = windows.lookBefore(cycle);
        looks++;
      }
      issued[0] += rate.in(cycle);
    }
    windows.lookBefore(cycles);
    windows.finish(cycles);
  }

  private InstructionWindows windows(long length) {
    return new InstructionWindows(
        w -> issued[w], w -> issued[w], 2, length, MOST_PER_CYCLE, this::add);
  }

  private void add(Sampler.Period window, int workload, long warps, long threads) {
    if (threads > 0) {
      rows.add(
          "%d: %d-%d %d"
              .formatted(window.number(), window.startCycle(), window.endCycle(), threads));
    }
  }
}
