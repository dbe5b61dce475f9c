package org.polyphony.gpu.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PerturbationTest {
  private static final int LATENCY = 5000;
  private static final int REFRESH = 300;

  @Test
  void seedsZeroAndOneDelayNothing() {
    for (long seed = 0; seed <= 1; seed++) {
      Perturbation none = new Perturbation(seed);

      assertEquals(0, none.start(1));
      assertEquals(0, none.launchDelay(1, 2, LATENCY));
      assertEquals(0, none.refreshDelay(REFRESH));
    }
  }

  @Test
  void aDelayDependsOnTheSeedAndItsPlaceAlone() {
    Perturbation one = new Perturbation(7);
    Perturbation same = new Perturbation(7);
    long first = one.launchDelay(0, 3, LATENCY);
    one.start(0);

    assertEquals(first, same.launchDelay(0, 3, LATENCY));
    assertEquals(one.start(0), same.start(0));
  }

  @Test
  void delaysReachFromZeroToTheirMaximum() {
    assertEquals(0, starts().min().orElseThrow());
    assertEquals(Perturbation.MOST_START_DELAY, starts().max().orElseThrow());
    assertEquals(0, launches().min().orElseThrow());
    assertEquals(LATENCY / 100, launches().max().orElseThrow());
    assertEquals(0, refreshes().min().orElseThrow());
    assertEquals(REFRESH - 1, refreshes().max().orElseThrow());
  }

  @Test
  void delaysAreUniform() {
    assertEquals(500, starts().average().orElseThrow(), 10); // sigma is 2.9
    assertEquals(25, launches().average().orElseThrow(), 0.5);
  }

  @Test
  void adjacentSeedsAndProcessesDrawApart() {
    long equal =
        IntStream.range(2, 1000)
            .mapToObj(Perturbation::new)
            .filter(p -> p.start(0) == p.start(1))
            .count();

    assertTrue(equal < 10, "equal starts: " + equal); // one expected
  }

  @Test
  void aDeviceWithoutRefreshHasNoDelay() {
    assertEquals(0, new Perturbation(7).refreshDelay(0));
  }

  private static LongStream starts() {
    return LongStream.range(2, 10_002).map(seed -> new Perturbation(seed).start(0));
  }

  private static LongStream launches() {
    Perturbation some = new Perturbation(2);
    return LongStream.range(0, 10_000).map(launch -> some.launchDelay(0, launch, LATENCY));
  }

  private static LongStream refreshes() {
    return LongStream.range(2, 10_002).map(seed -> new Perturbation(seed).refreshDelay(REFRESH));
  }
}
