package org.polyphony.workload.fidelity;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.polyphony.gpu.kernel.InstructionTable;

/** How often warps issued each static instruction of a program that is not exact. */
final class InexactCounts {
  static final int EXACT = -1;

  private final InstructionTable table;
  private final int[] inexact; // static indices
  private final int[] rows; // by static index: place in inexact, or EXACT
  private final AtomicLongArray issued; // by row; SMs count in several threads

  InexactCounts(InstructionTable table) {
    this.table = table;
    inexact = IntStream.range(0, table.size()).filter(i -> !table.fidelity(i).isExact()).toArray();
    rows = new int[table.size()];
    Arrays.fill(rows, EXACT);
    for (int row = 0; row < inexact.length; row++) {
      rows[inexact[row]] = row;
    }
    issued = new AtomicLongArray(inexact.length);
  }

  boolean isEmpty() {
    return inexact.length == 0;
  }

  int row(int staticIndex) {
    return rows[staticIndex];
  }

  void add(int row) {
    issued.getAndIncrement(row);
  }

  void addTo(List<InstructionCount> all) {
    for (int row = 0; row < inexact.length; row++) {
      int i = inexact[row];
      all.add(new InstructionCount(table.mnemonic(i), table.fidelity(i), issued.get(row)));
    }
  }
}
