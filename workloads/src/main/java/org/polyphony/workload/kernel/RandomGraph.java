package org.polyphony.workload.kernel;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.polyphony.input.Hash;

/**
 * A seeded random graph in compressed-row form, with the breadth-first levels from one node.
 *
 * <p>Each node makes a uniform number of edges to uniform random nodes; of an undirected graph each
 * edge is also an edge of its other end. Source: the rule of Rodinia's inputGen/graphgen.cpp.
 */
final class RandomGraph {
  private final int nodes;
  private final long seed;
  private final int fewestEdges;
  private final int mostEdges;
  private final int[] rows; // first edge of each node, and the number of edges
  private final int[] edges; // the other end
  private final int[] levels; // breadth-first level; -1 when it is never reached

  /**
   * Makes a graph.
   *
   * @param nodes number of nodes, at least 1
   * @param fewestEdges least edges that a node makes
   * @param mostEdges most edges that a node makes
   * @param isUndirected whether every edge has a reverse edge
   * @param source node of level 0
   */
  RandomGraph(
      int nodes, long seed, int fewestEdges, int mostEdges, boolean isUndirected, int source) {
    this.nodes = nodes;
    this.seed = seed;
    this.fewestEdges = fewestEdges;
    this.mostEdges = mostEdges;
    rows = new int[nodes + 1];
    for (int node = 0; node < nodes; node++) {
      int made = made(node);
      rows[node + 1] += made;
      for (int k = 0; isUndirected && k < made; k++) {
        rows[end(node, k) + 1]++;
      }
    }
    for (int node = 0; node < nodes; node++) {
      rows[node + 1] += rows[node];
    }
    edges = new int[rows[nodes]];
    connect(isUndirected);
    levels = levels(source);
  }

  IndexStructure structure() {
    IndexFunction level = new IndexFunction(levels);
    IndexFunction degree =
        new IndexFunction(
            IntStream.range(0, nodes).map(node -> rows[node + 1] - rows[node]).toArray());
    return new IndexStructure(
        Map.of(
            "nodes",
            (long) nodes,
            "edges",
            (long) edges.length,
            "levels",
            level.maximum() + 1,
            "mostEdges",
            degree.maximum()),
        Map.of(
            "row",
            new IndexFunction(rows),
            "degree",
            degree,
            "edge",
            new IndexFunction(edges),
            "level",
            level));
  }

  private int made(int node) {
    return fewestEdges + (int) (Hash.mix(Hash.mix(seed, node), -1) % (mostEdges - fewestEdges + 1));
  }

  private int end(int node, int k) {
    return (int) (Hash.mix(Hash.mix(seed, node), k) % nodes);
  }

  private void connect(boolean isUndirected) {
    int[] next = rows.clone();
    for (int node = 0; node < nodes; node++) {
      int made = made(node);
      for (int k = 0; k < made; k++) {
        int other = end(node, k);
        edges[next[node]++] = other;
        if (isUndirected) {
          edges[next[other]++] = node;
        }
      }
    }
  }

  private int[] levels(int source) {
    int[] found = new int[nodes];
    Arrays.fill(found, -1);
    int[] queue = new int[nodes];
    queue[0] = source;
    found[source] = 0;
    int size = 1;
    for (int at = 0; at < size; at++) {
      int node = queue[at];
      for (int edge = rows[node]; edge < rows[node + 1]; edge++) {
        if (found[edges[edge]] < 0) {
          found[edges[edge]] = found[node] + 1;
          queue[size++] = edges[edge];
        }
      }
    }
    return found;
  }
}
