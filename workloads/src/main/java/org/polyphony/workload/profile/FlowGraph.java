package org.polyphony.workload.profile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The control flow of a launch: basic blocks that it executed, the edges that it took, and how
 * often it took each.
 *
 * <p>A report counts instructions, not edges. What flows into a block flows out of it, so that most
 * edges are known from the counts of the blocks; where they are not, the active lanes of the branch
 * give the share. Block 0 is the entry; the last block is a virtual exit.
 */
final class FlowGraph {
  /** A basic block: executed instructions {@code from} to {@code to - 1}, and its successors. */
  static final class Block {
    final int index;
    List<SassLine> lines;
    final long count; // executions by warps
    int taken = NONE; // successor by its branch
    int next = NONE; // successor behind it
    double takenCount;
    double nextCount;
    final List<Integer> predecessors = new ArrayList<>();

    Block(int index, List<SassLine> lines) {
      this.index = index;
      this.lines = lines;
      this.count = lines.isEmpty() ? 0 : lines.get(0).counts().warps();
    }

    /** Appends a wait for a barrier, in place of the branch that led to the poll if it was one. */
    void waitFor(SassLine test, boolean replacesBranch) {
      List<SassLine> with = new ArrayList<>(lines);
      if (replacesBranch) {
        with.remove(with.size() - 1);
      }
      int at = replacesBranch || !last().isBranch() ? with.size() : with.size() - 1;
      with.add(at, test.executedLike(lines.get(0)));
      lines = List.copyOf(with);
    }

    SassLine last() {
      return lines.get(lines.size() - 1);
    }

    boolean isFork() {
      return taken != NONE && next != NONE;
    }

    /** Returns the executions of the edge to a successor. */
    double edge(int to) {
      return (taken == to ? takenCount : 0) + (next == to ? nextCount : 0);
    }

    List<Integer> successors() {
      List<Integer> found = new ArrayList<>();
      if (next != NONE) {
        found.add(next);
      }
      if (taken != NONE && taken != next) {
        found.add(taken);
      }
      return found;
    }
  }

  static final int NONE = -1;

  private final List<Block> blocks = new ArrayList<>();
  private final Map<Long, Integer> starts = new HashMap<>(); // block at an address
  private final int[] order;
  private final int[] dominator;
  private final List<List<Integer>> dominated = new ArrayList<>();

  FlowGraph(List<SassLine> code) {
    split(code.stream().filter(SassLine::isExecuted).toList());
    link();
    removePolls();
    findPredecessors();
    countEdges();
    removeUntaken();
    LoopEntries.merge(blocks);
    List<Integer> flow = flow();
    order = new int[blocks.size()];
    for (int i = 0; i < flow.size(); i++) {
      order[flow.get(i)] = i;
    }
    dominator = dominators(flow);
    blocks.forEach(block -> dominated.add(new ArrayList<>()));
    flow.stream().skip(1).forEach(block -> dominated.get(dominator[block]).add(block));
  }

  Block at(int index) {
    return blocks.get(index);
  }

  int exit() {
    return blocks.size() - 1;
  }

  /** Returns what some blocks dominate directly, in the order of the flow. */
  List<Integer> dominated(BitSet some) {
    List<Integer> found = new ArrayList<>();
    some.stream().forEach(block -> found.addAll(dominated.get(block)));
    found.sort(Comparator.comparingInt(block -> order[block]));
    return found;
  }

  /** Returns whether every path from the entry to {@code b} passes {@code a}. */
  boolean dominates(int a, int b) {
    int at = b;
    while (order[at] > order[a]) {
      at = dominator[at];
    }
    return at == a;
  }

  /** Returns whether a block starts a loop: one of its predecessors is dominated by it. */
  boolean isLoopHeader(int block) {
    return at(block).predecessors.stream().anyMatch(p -> dominates(block, p));
  }

  /** Returns the blocks of the natural loop of a header. */
  BitSet loop(int header) {
    BitSet body = new BitSet();
    body.set(header);
    List<Integer> open = new ArrayList<>();
    at(header).predecessors.stream().filter(p -> dominates(header, p)).forEach(open::add);
    while (!open.isEmpty()) {
      int block = open.remove(open.size() - 1);
      if (!body.get(block)) {
        body.set(block);
        open.addAll(at(block).predecessors);
      }
    }
    return body;
  }

  private void split(List<SassLine> code) {
    Set<Long> leaders =
        code.stream().filter(SassLine::isBranch).map(SassLine::target).collect(Collectors.toSet());
    List<SassLine> lines = new ArrayList<>();
    for (SassLine line : code) {
      SassLine before = lines.isEmpty() ? null : lines.get(lines.size() - 1);
      boolean starts =
          before != null
              && (leaders.contains(line.address())
                  || before.isBranch()
                  || (before.isExit() && !before.isConditional())
                  || before.address() + SassLine.BYTES != line.address());
      if (starts) {
        blocks.add(new Block(blocks.size(), List.copyOf(lines)));
        lines.clear();
      }
      lines.add(line);
    }
    blocks.add(new Block(blocks.size(), List.copyOf(lines)));
    for (Block block : blocks) {
      if (!block.lines.isEmpty()) {
        starts.put(block.lines.get(0).address(), block.index);
      }
    }
    blocks.add(new Block(blocks.size(), List.of()));
  }

  private int blockAt(long address) {
    return starts.getOrDefault(address, NONE);
  }

  private void link() {
    for (Block block : blocks) {
      if (block.lines.isEmpty()) {
        continue;
      }
      SassLine last = block.last();
      int behind = blockAt(last.address() + SassLine.BYTES);
      if (last.isExit() && !last.isConditional()) {
        block.next = exit();
      } else if (last.isBranch()) {
        branch(block, last, behind);
      } else {
        block.next = behind == NONE ? exit() : behind;
      }
    }
  }

  /** A side that no lane took, or that leads to code that was not executed, is left out. */
  private void branch(Block block, SassLine last, int behind) {
    int target = last.target() < 0 ? NONE : blockAt(last.target());
    boolean never = !last.guard().isEmpty() && last.counts().active() == 0;
    boolean always =
        !last.isConditional()
            || (!last.guard().isEmpty()
                && onlyGuarded(last)
                && last.counts().active() == last.counts().threads());
    block.taken = never ? NONE : target;
    block.next = always && block.taken != NONE ? NONE : behind;
    if (block.taken == NONE && block.next == NONE) {
      block.next = behind == NONE ? exit() : behind;
    }
    if (block.taken == block.next) {
      block.taken = NONE;
    }
  }

  private static boolean onlyGuarded(SassLine branch) {
    return branch.operands().stream().noneMatch(o -> o.matches("!?U?P[0-9]+"));
  }

  /**
   * A loop that does nothing but test a barrier and sleep is a wait: it leaves the graph, and its
   * test becomes the last instruction of the blocks that lead to it.
   */
  private void removePolls() {
    for (Block poll : blocks) {
      int behind = poll.lines.isEmpty() ? NONE : behindPoll(poll);
      if (behind != NONE) {
        blocks.stream()
            .filter(b -> b != poll && (b.taken == poll.index || b.next == poll.index))
            .filter(b -> !isIdle(b))
            .forEach(b -> passBy(b, poll, behind));
      }
    }
  }

  /** Leads a block past a poll, for which it waits itself. */
  private static void passBy(Block block, Block poll, int behind) {
    boolean wasFork = block.isFork();
    block.taken = block.taken == poll.index ? behind : block.taken;
    block.next = block.next == poll.index ? behind : block.next;
    if (block.taken == block.next) {
      block.taken = NONE;
    }
    block.waitFor(poll.lines.get(0), wasFork && !block.isFork());
  }

  /** Returns where control goes when a poll succeeds; {@link #NONE} if the block is no poll. */
  private int behindPoll(Block poll) {
    boolean tests = poll.lines.get(0).opcode().startsWith("SYNCS.PHASECHK");
    if (!tests || !isIdle(poll)) {
      return NONE;
    }
    int found = NONE;
    boolean repeats = false;
    for (int s : poll.successors()) {
      boolean back =
          s == poll.index || (isIdle(at(s)) && at(s).successors().equals(List.of(poll.index)));
      repeats |= back;
      found = back ? found : s;
    }
    return poll.last().isBranch() && (repeats || found != NONE) ? found : NONE;
  }

  private static boolean isIdle(Block block) {
    return !block.lines.isEmpty()
        && block.lines.stream()
            .allMatch(
                l ->
                    l.opcode().startsWith("SYNCS.PHASECHK")
                        || List.of("NANOSLEEP", "BRA", "NOP").contains(l.name()));
  }

  /** Edges that flow shows to be never taken leave the graph. */
  private void removeUntaken() {
    for (Block block : blocks) {
      if (block.isFork() && block.takenCount == 0) {
        block.taken = NONE;
      } else if (block.isFork() && block.nextCount == 0) {
        block.next = NONE;
      }
      block.predecessors.clear();
    }
    findPredecessors();
  }

  private void findPredecessors() {
    BitSet reached = new BitSet();
    List<Integer> open = new ArrayList<>(List.of(0));
    while (!open.isEmpty()) {
      int block = open.remove(open.size() - 1);
      if (!reached.get(block)) {
        reached.set(block);
        open.addAll(at(block).successors());
      }
    }
    for (Block block : blocks) {
      if (reached.get(block.index)) {
        block.successors().forEach(s -> at(s).predecessors.add(block.index));
      }
    }
  }

  private void countEdges() {
    for (Block block : blocks) {
      block.takenCount = block.isFork() ? NONE : block.taken == NONE ? 0 : block.count;
      block.nextCount = block.isFork() ? NONE : block.next == NONE ? 0 : block.count;
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : blocks) {
        changed |= known(block);
      }
      changed = changed || guess();
    }
  }

  /** Finds one unknown edge of a block by what flows through it. */
  private boolean known(Block block) {
    boolean changed = false;
    if (block.isFork() && (block.takenCount < 0) != (block.nextCount < 0)) {
      double flow = block.count + (double) block.last().counts().divergent();
      if (block.takenCount < 0) {
        block.takenCount = Math.max(0, flow - block.nextCount);
      } else {
        block.nextCount = Math.max(0, flow - block.takenCount);
      }
      changed = true;
    }
    if (block.index == 0 || block.index == exit() || joinsLanes(block)) {
      return changed;
    }
    int unknown = NONE;
    double flow = 0;
    for (int p : block.predecessors) {
      double edge = at(p).edge(block.index);
      if (edge < 0) {
        if (unknown != NONE) {
          return changed;
        }
        unknown = p;
      } else {
        flow += edge;
      }
    }
    if (unknown == NONE) {
      return changed;
    }
    set(at(unknown), block.index, Math.max(0, block.count - flow));
    return true;
  }

  /** Lanes that have parted join: fewer executions than arrivals. */
  private static boolean joinsLanes(Block block) {
    String first = block.lines.get(0).name();
    return first.equals("BSYNC") || first.equals("WARPSYNC");
  }

  private static void set(Block from, int to, double count) {
    if (from.taken == to) {
      from.takenCount = count;
    } else {
      from.nextCount = count;
    }
  }

  /** Where flow leaves an edge open, the active lanes of the first such branch decide. */
  private boolean guess() {
    for (Block block : blocks) {
      boolean isReached = block.index == 0 || !block.predecessors.isEmpty();
      if (isReached && block.isFork() && block.takenCount < 0) {
        SassLine.Counts counts = block.last().counts();
        double share =
            block.last().guard().isEmpty() || counts.threads() == 0
                ? 0.5
                : (double) counts.active() / counts.threads();
        double atMost = Math.min(block.count * share, (double) at(block.taken).count);
        block.takenCount = block.taken == exit() ? block.count * share : atMost;
        return true;
      }
    }
    return false;
  }

  /**
   * Finds for each block where the paths to its predecessors meet. Source: Cooper, Harvey and
   * Kennedy, A Simple, Fast Dominance Algorithm.
   */
  private int[] dominators(List<Integer> flow) {
    int[] found = new int[blocks.size()];
    Arrays.fill(found, NONE);
    found[0] = 0;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int block : flow.subList(1, flow.size())) {
        int meet = meetOfPredecessors(block, found);
        changed |= found[block] != meet;
        found[block] = meet;
      }
    }
    found[0] = NONE;
    return found;
  }

  private int meetOfPredecessors(int block, int[] dominators) {
    int meet = NONE;
    for (int p : at(block).predecessors) {
      if (dominators[p] != NONE) {
        meet = meet == NONE ? p : meet(dominators, meet, p);
      }
    }
    return meet;
  }

  private int meet(int[] dominators, int one, int other) {
    int a = one;
    int b = other;
    while (a != b) {
      if (order[a] > order[b]) {
        a = dominators[a];
      } else {
        b = dominators[b];
      }
    }
    return a;
  }

  /** Returns the blocks that the entry leads to, each before those that only it leads to. */
  private List<Integer> flow() {
    List<Integer> found = new ArrayList<>();
    BitSet visited = new BitSet();
    Deque<Integer> path = new ArrayDeque<>();
    path.push(0);
    visited.set(0);
    while (!path.isEmpty()) {
      int block = path.peek();
      int next = NONE;
      for (int s : at(block).successors()) {
        next = next == NONE && !visited.get(s) ? s : next;
      }
      if (next == NONE) {
        found.add(path.pop());
      } else {
        visited.set(next);
        path.push(next);
      }
    }
    Collections.reverse(found);
    return found;
  }
}
