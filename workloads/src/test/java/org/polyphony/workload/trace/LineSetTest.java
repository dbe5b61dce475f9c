package org.polyphony.workload.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LineSetTest {
  @Test
  void countsTheLinesThatAHashSetCounts() {
    LineSet lines = new LineSet();
    Set<Long> expected = new HashSet<>();
    Random random = new Random(17);

    for (int i = 0; i < 50_000; i++) {
      long address = random.nextInt(1 << 26) + (random.nextLong() << 60);
      lines.add(address);
      expected.add(address >>> 7);
      assertEquals(expected.size(), lines.size());
    }
  }
}
