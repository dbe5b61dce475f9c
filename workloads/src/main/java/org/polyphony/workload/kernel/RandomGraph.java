package org.polyphony.workload.kernel;

import java.lang.ref.SoftReference;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.polyphony.input.Hash;

/**
 * A seeded random graph in compressed-row form, with the breadth-first levels from one node.
 *
 * <p>Each node makes a uniform number of edges to uniform random nodes; of an undirected graph each
 * edge is also an edge of its other end. Source: the rule of Rodinia's inputGen/graphgen.cpp.
 */
final class RandomGraph {
  /** A large graph takes about a second to make; the workloads of a process share it. */
  private static final Map<Rule, SoftReference<IndexStructure>> MADE = new ConcurrentHashMap<>();

  private final Rule rule;
  private final int[] rows; // first edge of each node, and the number of edges
  private final int[] edges; // the other end
  private final int[] levels; // breadth-first level; -1 when it is never reached

  /**
   * What a graph is made from.
   *
   * @param nodes number of nodes, at least 1
   * @param fewestEdges least edges that a node makes
   * @param mostEdges most edges that a node makes
   * @param isUndirected whether every edge has a reverse edge
   * @param source node of level 0
   */
  record Rule(
      int nodes, long seed, int fewestEdges, int mostEdges, boolean isUndirected, int source) {}

  private RandomGraph(Rule rule) {
    this.rule = rule;
    int nodes = rule.nodes();
    rows = new int[nodes + 1];
    for (int node = 0; node < nodes; node++) {
      int made = made(node);
      rows[node + 1] += made;
      for (int k = 0; rule.isUndirected() && k < made; k++) {
        rows[end(node, k) + 1]++;
      }
    }
    for (int node = 0; node < nodes; node++) {
      rows[node + 1] += rows[node];
    }
    edges = new int[rows[nodes]];
    connect();
    levels = levels();
  }

  /** Returns a graph as an index structure, the same one for an equal rule while memory allows. */
  static IndexStructure structure(Rule rule) {
    SoftReference<IndexStructure> kept = MADE.get(rule);
    IndexStructure structure = kept == null ? null : kept.get();
    if (structure == null) {
      structure = make(rule);
      MADE.put(rule, new SoftReference<>(structure));
    }
    return structure;
  }

  /** Makes a graph, whether or not there is one of the same rule. */
  static IndexStructure make(Rule rule) {
    return new RandomGraph(rule).structure();
  }

  private IndexStructure structure() {
    int nodes = rule.nodes();
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
    int choices = rule.mostEdges() - rule.fewestEdges() + 1;
    return rule.fewestEdges() + (int) (Hash.mix(Hash.mix(rule.seed(), node), -1) % choices);
  }

  private int end(int node, int k) {
    return (int) (Hash.mix(Hash.mix(rule.seed(), node), k) % rule.nodes());
  }

  private void connect() {
    int[] next = rows.clone();
    for (int node = 0; node < rule.nodes(); node++) {
      int made = made(node);
      for (int k = 0; k < made; k++) {
        int other = end(node, k);
        edges[next[node]++] = other;
        if (rule.isUndirected()) {
          edges[next[other]++] = node;
        }
      }
    }
  }

  private int[] levels() {
    int[] found = new int[rule.nodes()];
    Arrays.fill(found, -1);
    int[] queue = new int[rule.nodes()];
    queue[0] = rule.source();
    found[rule.source()] = 0;
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
