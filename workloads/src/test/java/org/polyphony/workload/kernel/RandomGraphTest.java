package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RandomGraphTest {
  private static final int NODES = 500;

  private static RandomGraph.Rule rule(long seed, boolean isUndirected) {
    return new RandomGraph.Rule(NODES, seed, 1, 3, isUndirected, 7);
  }

  private static IndexStructure graph(long seed, boolean isUndirected) {
    return RandomGraph.structure(rule(seed, isUndirected));
  }

  private static List<Long> values(IndexStructure graph, String function, long count) {
    return LongStream.range(0, count).mapToObj(graph.functions().get(function)::at).toList();
  }

  @Test
  void isMadeOnceForEachRule() {
    IndexStructure first = graph(1, false);
    IndexStructure second = graph(2, false);

    assertSame(first, graph(1, false));
    assertNotEquals(values(first, "level", NODES), values(second, "level", NODES));
  }

  /** Models share a graph: that theirs is the same twice says nothing. */
  @Test
  void isTheSameWhenItIsMadeAgain() {
    IndexStructure again = RandomGraph.make(rule(1, true));

    assertNotSame(graph(1, true), again);
    for (String function : List.of("row", "degree", "edge", "level")) {
      long count = function.equals("edge") ? again.constants().get("edges") : NODES;
      assertEquals(values(graph(1, true), function, count), values(again, function, count));
    }
  }

  @Test
  void aLevelIsOneAboveTheLowestNeighboursOfAnUndirectedGraph() {
    IndexStructure graph = graph(3, true);
    List<Long> levels = values(graph, "level", NODES);
    List<Long> rows = values(graph, "row", NODES + 1);

    assertEquals(0, levels.get(7));
    for (int node = 0; node < NODES; node++) {
      long lowest =
          LongStream.range(rows.get(node), rows.get(node + 1))
              .map(edge -> levels.get((int) graph.functions().get("edge").at(edge)))
              .min()
              .orElse(-2);
      assertEquals(lowest + 1, node == 7 ? lowest + 1 : levels.get(node), "node " + node);
    }
  }
}
