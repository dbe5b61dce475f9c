package org.polyphony.study.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class PairSeedsTest {
  @Test
  void theFirstPairsHaveAllSeedsTheOthersSeedOne() {
    PairSeeds seeds = new PairSeeds(3, 2);

    assertEquals(List.of(1L, 2L, 3L), seeds.of(1).all());
    assertEquals(List.of(1L), seeds.of(2).all());
  }
}
