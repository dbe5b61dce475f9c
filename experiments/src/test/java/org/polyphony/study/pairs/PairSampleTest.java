package org.polyphony.study.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PairSampleTest {
  /** Eight COM and fourteen MEM, as in GPU Maestro Table 3. */
  private static PairSample sample(long seed) {
    TreeMap<String, String> types = new TreeMap<>();
    for (int i = 0; i < 22; i++) {
      types.put(String.format("%02d", i), i < 8 ? "COM" : "MEM");
    }
    return new PairSample(types, seed);
  }

  @Test
  void hasEveryPairOnce() {
    List<Pair> all = sample(1).first(1000);

    assertEquals(231, new HashSet<>(all).size());
    assertEquals(231, all.size());
    assertEquals(Map.of("COM/COM", 28, "COM/MEM", 112, "MEM/MEM", 91), sample(1).populations());
  }

  @Test
  void everyBeginningIsBalanced() {
    Map<String, Integer> counts = new HashMap<>();
    sample(1).populations().keySet().forEach(category -> counts.put(category, 0));
    for (Pair pair : sample(1).first(3 * 28)) {
      counts.merge(pair.category(), 1, Integer::sum);
      int least = counts.values().stream().min(Integer::compare).orElseThrow();
      int most = counts.values().stream().max(Integer::compare).orElseThrow();
      assertTrue(most - least <= 1, counts.toString());
    }
  }

  @Test
  void aShorterSampleIsTheBeginningOfALongerOne() {
    assertEquals(sample(1).first(200).subList(0, 17), sample(1).first(17));
  }

  @Test
  void pairsOfSomeBenchmarksComeLastInTheirOrder() {
    List<String> late = List.of("00", "08");
    List<Pair> usual = sample(1).first(231);

    List<Pair> order = sample(1).withLast(late).first(231);

    List<Pair> others =
        usual.stream().filter(pair -> pair.names().stream().noneMatch(late::contains)).toList();
    assertEquals(20 * 19 / 2, others.size());
    assertEquals(others, order.subList(0, others.size()));
    assertEquals(
        usual.stream().filter(pair -> !others.contains(pair)).toList(),
        order.subList(others.size(), 231));
  }

  @Test
  void theSeedDecidesTheOrder() {
    assertEquals(sample(1).first(231), sample(1).first(231));
    assertNotEquals(sample(1).first(231), sample(2).first(231));
  }
}
