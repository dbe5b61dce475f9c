package org.polyphony.workload.profile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.polyphony.workload.profile.FlowGraph.Block;

/**
 * Gives each loop one entry. Compilers jump into the middle of a loop where its first wait has a
 * copy in front of it; such a jump leads to the head of the loop instead, so that the loop can be
 * structured. Executions of blocks stay as counted.
 */
final class LoopEntries {
  private final List<Block> blocks;
  private final BitSet heads = new BitSet(); // of loops that have one entry
  private final BitSet visited = new BitSet();

  private LoopEntries(List<Block> blocks) {
    this.blocks = blocks;
  }

  /** Redirects jumps into loops; predecessors are those of before. */
  static void merge(List<Block> blocks) {
    LoopEntries entries = new LoopEntries(blocks);
    while (entries.mergeOutermost()) {
      // loops within, without the heads around them
    }
  }

  /** Returns whether there was a loop outside of which all heads are found. */
  private boolean mergeOutermost() {
    List<BitSet> loops = loops();
    loops.forEach(this::mergeEntries);
    return !loops.isEmpty();
  }

  private void mergeEntries(BitSet loop) {
    int head = FlowGraph.NONE;
    double most = -1;
    List<Integer> entries = new ArrayList<>();
    for (int block = loop.nextSetBit(0); block >= 0; block = loop.nextSetBit(block + 1)) {
      double back = 0;
      boolean isEntry = block == 0;
      for (int p : blocks.get(block).predecessors) {
        back += loop.get(p) ? blocks.get(p).edge(block) : 0;
        isEntry |= !loop.get(p);
      }
      if (isEntry) {
        entries.add(block);
        head = back > most ? block : head;
        most = Math.max(most, back);
      }
    }
    head = head == FlowGraph.NONE ? loop.nextSetBit(0) : head;
    for (int entry : entries) {
      for (int p : List.copyOf(blocks.get(entry).predecessors)) {
        if (entry != head && !loop.get(p)) {
          redirect(blocks.get(p), entry, head);
        }
      }
    }
    heads.set(head);
  }

  private void redirect(Block from, int entry, int head) {
    from.taken = from.taken == entry ? head : from.taken;
    from.next = from.next == entry ? head : from.next;
    if (from.taken == from.next) {
      from.nextCount += from.takenCount;
      from.takenCount = 0;
      from.taken = FlowGraph.NONE;
    }
    blocks.get(entry).predecessors.remove((Integer) from.index);
    blocks.get(head).predecessors.remove((Integer) from.index);
    blocks.get(head).predecessors.add(from.index);
  }

  /** Returns the strongly connected components without the heads (Kosaraju and Sharir). */
  private List<BitSet> loops() {
    List<Integer> order = new ArrayList<>();
    visited.clear();
    for (Block block : blocks) {
      walk(block.index, true, order);
    }
    Collections.reverse(order);
    visited.clear();
    List<BitSet> found = new ArrayList<>();
    for (int block : order) {
      List<Integer> members = new ArrayList<>();
      walk(block, false, members);
      if (members.size() > 1 || (members.size() == 1 && isOwnSuccessor(members.get(0)))) {
        BitSet loop = new BitSet();
        members.forEach(loop::set);
        found.add(loop);
      }
    }
    return found;
  }

  private boolean isOwnSuccessor(int block) {
    return blocks.get(block).successors().contains(block);
  }

  /** Appends what a block leads to, or what leads to it, and was not visited yet, itself last. */
  private void walk(int from, boolean forward, List<Integer> to) {
    Deque<Integer> path = new ArrayDeque<>();
    visit(from, path);
    while (!path.isEmpty()) {
      int block = path.peek();
      int depth = path.size();
      Block at = blocks.get(block);
      for (int next : forward ? at.successors() : at.predecessors) {
        visit(next, path);
        if (path.size() > depth) {
          break;
        }
      }
      if (path.size() == depth) {
        to.add(path.pop());
      }
    }
  }

  private void visit(int block, Deque<Integer> path) {
    if (!heads.get(block) && !visited.get(block)) {
      visited.set(block);
      path.push(block);
    }
  }
}
