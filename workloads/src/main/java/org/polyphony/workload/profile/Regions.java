package org.polyphony.workload.profile;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.polyphony.workload.profile.FlowGraph.Block;
import org.polyphony.workload.profile.Region.Loop;
import org.polyphony.workload.profile.Region.Part;
import org.polyphony.workload.profile.Region.Straight;

/**
 * Structures control flow along its dominator tree: natural loops become loops, and each block is
 * followed by the blocks that only it leads to, with the share of its executions that reach them.
 */
final class Regions {
  private static final double ALL = 0.9995; // a larger share counts as every execution

  private final FlowGraph graph;
  private int loops;

  private Regions(FlowGraph graph) {
    this.graph = graph;
  }

  /** Structures a program. */
  static List<Region> of(FlowGraph graph) {
    BitSet all = new BitSet();
    all.set(0, graph.exit());
    List<Region> regions = new ArrayList<>();
    new Regions(graph).add(0, Double.MAX_VALUE, all, FlowGraph.NONE, regions);
    return regions;
  }

  /** A block, or the loop that it heads, and everything that it dominates within a scope. */
  private record Piece(int block, double most, BitSet scope) {}

  /**
   * Adds blocks in a row. Each is what the one before it always leads to, so that a long program
   * takes no more of the stack than a short one.
   *
   * @param most executions of what dominates it; more are of lanes that have parted and do it in
   *     turn
   * @param scope the blocks of the loop around, or all
   * @param open header of that loop
   */
  private void add(int block, double most, BitSet scope, int open, List<Region> to) {
    Piece next = new Piece(block, most, scope);
    while (next != null) {
      boolean isLoop = next.block != open && graph.isLoopHeader(next.block);
      next = isLoop ? addLoop(next, open, to) : addBlock(next, open, to);
    }
  }

  private Piece addBlock(Piece piece, int open, List<Region> to) {
    Block here = graph.at(piece.block);
    to.add(new Straight(here.lines));
    BitSet of = new BitSet();
    of.set(piece.block);
    return addDominated(of, Math.min(piece.most, (double) here.count), here, piece.scope, open, to);
  }

  private Piece addLoop(Piece piece, int open, List<Region> to) {
    int header = piece.block;
    BitSet body = graph.loop(header);
    body.and(piece.scope);
    double entries = entries(header, body);
    List<Region> inside = new ArrayList<>();
    int id = loops++;
    double trips = (double) graph.at(header).count;
    add(header, trips, body, header, inside);
    to.add(new Loop(id, trips / entries, inside));
    BitSet rest = (BitSet) piece.scope.clone();
    rest.andNot(body);
    return addDominated(body, entries, null, rest, open, to);
  }

  private double entries(int header, BitSet body) {
    double entries = 0;
    for (int p : graph.at(header).predecessors) {
      entries += body.get(p) ? 0 : graph.at(p).edge(header);
    }
    return Math.max(1, Math.min((double) graph.at(header).count, entries));
  }

  /**
   * Adds what blocks dominate directly, in the order of the flow, but for the last one if it is
   * always reached: that is returned, as it follows in the row.
   */
  private Piece addDominated(
      BitSet of, double count, Block fork, BitSet scope, int open, List<Region> to) {
    List<Integer> children = graph.dominated(of);
    children.removeIf(child -> child == open || of.get(child) || !scope.get(child));
    Part first = null;
    int firstAt = 0;
    for (int i = 0; i < children.size(); i++) {
      int child = children.get(i);
      Part part = part(child, count, fork, scope, open);
      boolean isElse =
          first != null && isSide(child, fork) && Math.abs(first.share() + part.share() - 1) < 0.01;
      boolean isAlways = !isElse && part.share() >= ALL && part.lanes() >= ALL;
      if (isAlways && i == children.size() - 1) {
        return new Piece(child, count, scope);
      }
      add(child, count, scope, open, isAlways ? to : part.body());
      if (isElse) {
        to.set(firstAt, withElse(first, part));
        first = null;
      } else if (!isAlways) {
        firstAt = to.size();
        to.add(part);
        first = isSide(child, fork) ? part : null;
      }
    }
    return null;
  }

  private static Part withElse(Part part, Part other) {
    return new Part(
        part.branch(),
        part.share(),
        part.lanes(),
        part.isTaken(),
        part.endsLoop(),
        part.body(),
        other.body());
  }

  /** Returns a part whose body is still to be added. */
  private Part part(int child, double count, Block fork, BitSet scope, int open) {
    boolean isHeader = graph.isLoopHeader(child);
    BitSet loop = isHeader ? graph.loop(child) : new BitSet();
    double reached = isHeader ? entries(child, loop) : (double) graph.at(child).count;
    double share = Math.min(1, reached / Math.max(1, count));
    boolean isSide = isSide(child, fork);
    double lanes =
        isSide && fork.last().counts().divergent() > 0
            ? Math.min(1, lanes(graph.at(child)) / Math.max(1e-9, lanes(fork)))
            : 1;
    return new Part(
        isSide ? fork.last() : null,
        share,
        lanes,
        isSide && fork.taken == child,
        isSide && open != FlowGraph.NONE && leaves(fork, child, scope),
        new ArrayList<>(),
        List.of());
  }

  private static double lanes(Block block) {
    SassLine.Counts counts = block.lines.get(0).counts();
    return (double) counts.threads() / Math.max(1, counts.warps());
  }

  /** Returns whether a fork leads to a child, and nothing else does. */
  private boolean isSide(int child, Block fork) {
    return fork != null
        && fork.isFork()
        && (fork.taken == child || fork.next == child)
        && graph.at(child).predecessors.size() == 1;
  }

  private static boolean leaves(Block fork, int child, BitSet scope) {
    return !scope.get(fork.taken == child ? fork.next : fork.taken);
  }
}
