package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.policy.registry.PartitionPolicies;

/** Pairs of kernels that share all SMs, each in its part. */
class MaestroTwoNWayTest {
  private final PartitionPolicy maestro =
      PartitionPolicies.create("maestro", Map.of("epochCycles", 1000, "pairs", "2n-way"));

  /** Half of an SM holds 4 thread blocks of 256 threads, or 8 of 128. */
  private static TestView twoPairs() {
    return new TestView(8, 4).add(0, 256, 999).add(1, 128, 999).add(2, 256, 999).add(3, 128, 999);
  }

  @Test
  void dividesEachSmBetweenThePairsAndTriesOutPartitionsOfEachPart() {
    TestView view = twoPairs();

    maestro.partition(0, view, view.quotas());

    for (int pair = 0; pair < 2; pair++) {
      assertEquals("2 2 2 2 4 0 3 1", view.quotasOf(2 * pair));
      assertEquals("4 4 4 4 0 8 2 6", view.quotasOf(2 * pair + 1));
    }
    assertEquals("follower", maestro.role(0));
    assertEquals("dedicated", maestro.role(4));
  }

  @Test
  void decidesAboutEachPairOnItsOwn() {
    TestView view = twoPairs();
    maestro.partition(0, view, view.quotas());
    for (int sm = 0; sm < 8; sm++) {
      // more of kernel 0 is better for the first pair, fewer of kernel 2 for the second
      view.issue(sm, 0, sm == 6 ? 9000 : 4000).issue(sm, 1, sm == 6 ? 9000 : 4000);
      view.issue(sm, 2, sm == 7 ? 9000 : 4000).issue(sm, 3, sm == 7 ? 9000 : 4000);
    }

    maestro.partition(1000, view, view.quotas());

    assertEquals(2, maestro.decisions().size());
    assertEquals("more", maestro.decisions().get(0).winner());
    assertEquals("fewer", maestro.decisions().get(1).winner());
  }

  @Test
  void givesThePairThatIsLeftTheWholeSms() {
    TestView view = twoPairs();
    maestro.partition(0, view, view.quotas());
    view.remove(2).remove(3);

    maestro.partition(10, view, view.quotas());

    assertEquals("4 4 4 4 * 0 5 3", view.quotasOf(0));
  }

  @Test
  void splitsTheSmsWhereAThreadBlockIsLargerThanAPart() {
    TestView view =
        new TestView(8, 4)
            .add(0, 1024, 999)
            .add(1, 128, 999)
            .add(2, 1024, 40, 0, 999)
            .add(3, 128, 9);

    maestro.partition(0, view, view.quotas());

    for (int sm = 0; sm < 8; sm++) {
      boolean isFirst = view.quotas().get(sm, 0) + view.quotas().get(sm, 1) > 0;
      boolean isSecond = view.quotas().get(sm, 2) + view.quotas().get(sm, 3) > 0;
      assertFalse(isFirst && isSecond, "SM " + sm);
    }
  }

  /** Whatever the kernels need, what is wanted on an SM fits there by amount. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void wantsNoMoreThanAnSmHolds(long seed) {
    Random random = new Random(seed);
    int kernels = 3 + random.nextInt(6);
    TestView view = new TestView(4 + random.nextInt(8), kernels);
    for (int process = 0; process < kernels; process++) {
      int threads = 32 * (1 + random.nextInt(4));
      view.add(process, threads, 16 + random.nextInt(16), 1024 * random.nextInt(8), 999);
    }
    int parts = (kernels + 1) / 2;

    maestro.partition(0, view, view.quotas());

    for (int sm = 0; sm < view.config().sms(); sm++) {
      SmRoom room = new SmRoom(view.config().sm());
      for (int row = 0; row < kernels; row++) {
        int quota = view.quotas().get(sm, row);
        assertTrue(quota != Quotas.UNLIMITED, "seed " + seed + ": " + parts + " parts");
        for (int i = 0; i < quota; i++) {
          room.take(view.need(row), 1);
        }
      }
      assertFalse(room.isOverdrawn(), "seed " + seed + ": SM " + sm);
    }
  }
}
