package org.polyphony.policy.partition.tutti;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.polyphony.policy.partition.measure.Mix;

class MixPlacementTest {
  private static final Mix EVEN = Mix.of(2, 2);
  private static final Mix MORE = Mix.of(3, 1);
  private static final Mix ALONE = Mix.of(4, 0);

  private static Map<Mix, Integer> plan(Mix first, int sms, Mix second, int others) {
    Map<Mix, Integer> plan = new LinkedHashMap<>();
    plan.put(first, sms);
    plan.put(second, others);
    return plan;
  }

  @Test
  void smsKeepTheirMix() {
    Mix[] before = {EVEN, MORE, EVEN, MORE};
    MixPlacement placement = new MixPlacement(before, (sm, mix) -> mix.equals(before[sm]) ? 0 : 1);

    assertArrayEquals(before, placement.of(plan(MORE, 2, EVEN, 2)));
    assertEquals(0, placement.moved());
  }

  @Test
  void aNewMixGoesWhereFewestThreadBlocksHaveToLeave() {
    Mix[] before = {EVEN, MORE, MORE, MORE};
    int[] leaving = {0, 2, 1, 2};
    MixPlacement placement =
        new MixPlacement(before, (sm, mix) -> mix.equals(ALONE) ? leaving[sm] : 0);

    assertArrayEquals(new Mix[] {EVEN, EVEN, ALONE, EVEN}, placement.of(plan(ALONE, 1, EVEN, 3)));
    assertEquals(1, placement.moved());
  }

  @Test
  void smsWithoutAMixGetOneAndGiveUpOneThatFewerShallHold() {
    Mix[] next = new MixPlacement(new Mix[3], (sm, mix) -> 0).of(plan(ALONE, 1, EVEN, 2));
    assertArrayEquals(new Mix[] {ALONE, EVEN, EVEN}, next);

    Mix[] before = {MORE, MORE, MORE, EVEN};
    next = new MixPlacement(before, (sm, mix) -> 0).of(plan(MORE, 1, EVEN, 3));
    assertArrayEquals(new Mix[] {MORE, EVEN, EVEN, EVEN}, next);
  }
}
