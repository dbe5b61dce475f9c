package org.polyphony.gpu.sm.warp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.testing.SmallGpu;

class SchedulersTest {
  private static long sparse(Random random) {
    long set = 0;
    for (int bits = random.nextInt(6); bits > 0; bits--) {
      set |= 1L << random.nextInt(64);
    }
    return set;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 8})
  void findsTheSchedulersOfEverySetOfWarps(int count) {
    Schedulers schedulers = new Schedulers(new SmallGpu().schedulers(count).sm());
    int warps = count == 2 ? 16 : 60 / count * count;
    Random random = new Random(count);
    for (int i = 0; i < 1000; i++) {
      long set = sparse(random) & (1L << warps) - 1;

      int expected = 0;
      for (int w = 0; w < warps; w++) {
        expected |= (set >>> w & 1) != 0 ? 1 << w % count : 0;
      }
      assertEquals(expected, schedulers.of(set), "warps " + Long.toBinaryString(set));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 6})
  void eachGoesFirstInItsTurn(int count) {
    Schedulers schedulers = new Schedulers(new SmallGpu().schedulers(count).sm());

    for (long cycle = (1L << 40) - 7; cycle < (1L << 40) + 7; cycle++) {
      assertEquals(cycle % count, schedulers.first(cycle), "cycle " + cycle);
    }
  }
}
