package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineIndexTest {
  private static final int MOST = 65535;

  /** Keys of a small range come again and share hash values; those of the table stay in it. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 0, 3",
    "2, 2, 1, 5",
    "3, 7, 2, 20",
    "4, 64, 1, 100",
    "5, 64, 3, 65",
    "6, 1000, 1, 4000",
    "7, 1000, 0, 1001"
  })
  void agreesWithAHashMapOnRandomPutsAndRemoves(long seed, int capacity, int stride, int range) {
    Random random = new Random(seed);
    long[] table = new long[capacity << stride];
    LineIndex index = new LineIndex(capacity, table, stride);
    Map<Long, Integer> plain = new HashMap<>();
    List<Integer> free = new ArrayList<>();
    for (int entry = 0; entry < capacity; entry++) {
      free.add(entry);
    }
    for (int step = 0; step < 20_000; step++) {
      String at = "seed " + seed + " step " + step;
      long key = key(random.nextInt(range));
      assertEquals(plain.getOrDefault(key, LineIndex.NONE), index.get(key), at);
      if (plain.containsKey(key)) {
        if (random.nextInt(3) == 0) {
          free.add(plain.get(key));
          index.remove(plain.remove(key));
        }
      } else if (!free.isEmpty()) {
        int entry = free.remove(random.nextInt(free.size()));
        table[entry << stride] = key;
        plain.put(key, entry);
        index.put(entry);
      }
      assertEquals(plain.getOrDefault(key, LineIndex.NONE), index.get(key), at);
      if (random.nextInt(5000) == 0) {
        index.clear();
        free.addAll(plain.values());
        plain.clear();
      }
    }
    plain.forEach((key, entry) -> assertEquals(entry, index.get(key), "seed " + seed));
  }

  /** Neighbours, powers of two apart, and negative ones. */
  private static long key(int number) {
    return switch (number % 3) {
      case 0 -> number;
      case 1 -> (long) number << 40;
      default -> -number;
    };
  }

  @Test
  void findsTheLastEntryOfTheLargestTable() {
    long[] table = new long[MOST];
    LineIndex index = new LineIndex(MOST, table, 0);

    for (int entry = 0; entry < MOST; entry++) {
      table[entry] = entry * 128L;
      index.put(entry);
    }

    assertEquals(0, index.get(0));
    assertEquals(MOST - 1, index.get((MOST - 1) * 128L));
    assertEquals(LineIndex.NONE, index.get(MOST * 128L));
  }

  @Test
  void refusesATableOfOneEntryMore() {
    assertThrows(
        IllegalArgumentException.class, () -> new LineIndex(MOST + 1, new long[MOST + 1], 0));
  }
}
