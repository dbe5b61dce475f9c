package org.polyphony.workload.order;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which operations each one must follow, as far as it does not follow from those of another one:
 * what it reads, what it overwrites and who read that, and the loads that a store may overwrite.
 */
final class Dependences {
  private final List<Operation> operations;
  private final List<int[]> before = new ArrayList<>();
  private final Map<Integer, Integer> writer = new HashMap<>(); // last, by register
  private final Map<Integer, BitSet> readers = new HashMap<>(); // since then, by register
  private final List<Integer> loads = new ArrayList<>(); // that no store has come after

  Dependences(List<Operation> operations) {
    this.operations = operations;
    for (int i = 0; i < operations.size(); i++) {
      before.add(add(i, operations.get(i)));
    }
  }

  /** Returns those that an operation must follow, in their order. */
  int[] before(int operation) {
    return before.get(operation);
  }

  private int[] add(int at, Operation operation) {
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
