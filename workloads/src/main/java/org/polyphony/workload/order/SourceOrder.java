package org.polyphony.workload.order;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sinks the loads of straight-line code to right before their first uses: to what reads or
 * overwrites their registers, and at the latest to the end of the stretch.
 *
 * <p>A load waits, and so does arithmetic that must follow what waits, as that which overwrites the
 * address of a waiting load; it goes on once it can. A use, a store, or what sets a predicate ends
 * the waiting of all that it must follow, in the order in which that stood. Nothing waits across
 * control flow, a barrier or a fence. So registers, hidden ones included, pass through the same
 * values, and loads keep their order with stores and atomics of memory that may be the same. Done
 * again, it changes nothing.
 */
public final class SourceOrder {
  private final List<Operation> operations;

  /**
   * By operation, those it must follow as far as it does not follow from those of another one: what
   * it reads, what it overwrites and who read that, and the loads that a store may overwrite.
   */
  private final List<int[]> before = new ArrayList<>();

  private final Map<Integer, Integer> writer = new HashMap<>(); // last, by register
  private final Map<Integer, BitSet> readers = new HashMap<>(); // since then, by register
  private final List<Integer> loads = new ArrayList<>(); // that no store has come after
  private final BitSet waiting = new BitSet();
  private final List<Integer> order = new ArrayList<>();

  private SourceOrder(List<Operation> operations) {
    this.operations = operations;
    for (int i = 0; i < operations.size(); i++) {
      before.add(dependences(i, operations.get(i)));
    }
  }

  /**
   * Returns a new order: the places in the given list, a permutation.
   *
   * @param operations code without a branch into its middle; those that end stretches stay in place
   */
  public static int[] of(List<Operation> operations) {
    SourceOrder result = new SourceOrder(operations);
    for (int i = 0; i < operations.size(); i++) {
      result.add(i);
    }
    result.endStretch();
    return result.order.stream().mapToInt(i -> i).toArray();
  }

  private void add(int at) {
    Operation operation = operations.get(at);
    if (operation.endsStretch()) {
      endStretch();
      order.add(at);
    } else if (operation.isLoad()) {
      waiting.set(at);
    } else if (operation.isStore() || operation.stays() || usesWaitingLoad(at)) {
      emitBefore(at);
      order.add(at);
      release();
    } else if (mustWait(at)) {
      waiting.set(at);
    } else {
      order.add(at);
    }
  }

  private void endStretch() {
    waiting.stream().forEach(order::add);
    waiting.clear();
  }

  private boolean usesWaitingLoad(int at) {
    for (int earlier : before.get(at)) {
      Operation writer = operations.get(earlier);
      if (waiting.get(earlier) && writer.isLoad() && operations.get(at).uses(writer)) {
        return true;
      }
    }
    return false;
  }

  private boolean mustWait(int at) {
    for (int earlier : before.get(at)) {
      if (waiting.get(earlier)) {
        return true;
      }
    }
    return false;
  }

  /** Ends the waiting of all that an operation must follow. */
  private void emitBefore(int at) {
    BitSet needed = new BitSet();
    need(at, needed);
    needed.stream().forEach(order::add);
    waiting.andNot(needed);
  }

  private void need(int at, BitSet needed) {
    BitSet open = new BitSet();
    open.set(at);
    for (int next = at; next >= 0; next = open.previousSetBit(next - 1)) {
      for (int earlier : before.get(next)) {
        if (waiting.get(earlier)) {
          needed.set(earlier);
          open.set(earlier);
        }
      }
    }
  }

  /** Ends the waiting of arithmetic that waits for nothing any more. */
  private void release() {
    for (int i = waiting.nextSetBit(0); i >= 0; i = waiting.nextSetBit(i + 1)) {
      if (!operations.get(i).isLoad() && !mustWait(i)) {
        waiting.clear(i);
        order.add(i);
      }
    }
  }

  private int[] dependences(int at, Operation operation) {
    BitSet found = new BitSet();
    for (int register : operation.reads()) {
      addWriter(register, found);
    }
    for (int register : operation.writes()) {
      addWriter(register, found);
      found.or(readers.getOrDefault(register, new BitSet()));
    }
    if (operation.isStore()) {
      loads.stream().filter(i -> operation.mayAlias(operations.get(i))).forEach(found::set);
      loads.removeIf(i -> operation.mayAlias(operations.get(i)));
    }
    note(at, operation);
    return found.stream().toArray();
  }

  private void addWriter(int register, BitSet found) {
    Integer last = writer.get(register);
    if (last != null) {
      found.set(last);
    }
  }

  private void note(int at, Operation operation) {
    for (int register : operation.reads()) {
      readers.computeIfAbsent(register, r -> new BitSet()).set(at);
    }
    for (int register : operation.writes()) {
      writer.put(register, at);
      readers.remove(register);
    }
    if (operation.isLoad()) {
      loads.add(at);
    }
  }
}
