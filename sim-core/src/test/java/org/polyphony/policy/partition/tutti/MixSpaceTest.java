package org.polyphony.policy.partition.tutti;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.policy.partition.SmRoom;
import org.polyphony.policy.partition.measure.Mix;

class MixSpaceTest {
  private static ThreadBlockNeed need(int threads) {
    return ThreadBlockNeed.of(Devices.sm(), threads, 16, 0);
  }

  private static MixSpace space(int... threads) {
    List<ThreadBlockNeed> needs = Arrays.stream(threads).mapToObj(MixSpaceTest::need).toList();
    return new MixSpace(Devices.sm(), needs);
  }

  @Test
  void theKernelOfWhichMostThreadBlocksFitFillsTheSm() {
    MixSpace space = space(512, 128); // 2048 threads on an SM

    assertEquals(1, space.filler());
    assertEquals(Mix.of(2, 8), space.even());
    assertEquals(Mix.of(4, 0), space.alone(0));
    assertEquals(Mix.of(0, 16), space.alone(1));
  }

  @Test
  void evenPartitioningIsFilledUp() {
    assertEquals(Mix.of(1, 5), space(768, 256).even()); // an even half holds 1 and 4
  }

  @ParameterizedTest
  @CsvSource({"1, 3, 4", "-1, 1, 12", "-2, , ", "2, , "}) // or would lack a kernel
  void aNeighbourIsFilledUp(int more, Integer first, Integer second) {
    MixSpace space = space(512, 128);

    assertEquals(
        Optional.ofNullable(first).map(its -> Mix.of(its, second)),
        space.neighbour(space.even(), 0, more));
  }

  @ParameterizedTest
  @CsvSource({"9, 99, 2, 8", "1, 99, 1, 12", "9, 3, 3, 3"})
  void othersTakeTheRoomOfASmallGrid(int first, int second, int itsCount, int othersCount) {
    MixSpace space = space(512, 128);

    assertEquals(
        Mix.of(itsCount, othersCount), space.capped(space.even(), new int[] {first, second}));
  }

  @Test
  void kernelsThatFillAnSmHaveNoMix() {
    assertFalse(space(1024, 1536).exists());
    assertTrue(space(1024, 1024).exists());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void everyMixFitsOnAnSm(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      ThreadBlockNeed[] needs = new ThreadBlockNeed[2 + random.nextInt(3)];
      for (int k = 0; k < needs.length; k++) {
        needs[k] =
            ThreadBlockNeed.of(
                Devices.sm(),
                32 * (1 + random.nextInt(16)),
                8 + random.nextInt(57),
                random.nextBoolean() ? 0 : random.nextInt(24_000));
      }
      MixSpace space = new MixSpace(Devices.sm(), List.of(needs));
      if (space.exists()) {
        checkFits(space, needs, random);
      }
    }
  }

  private static void checkFits(MixSpace space, ThreadBlockNeed[] needs, Random random) {
    Mix mix = space.even();
    for (int step = 0; step < 10; step++) {
      SmRoom room = new SmRoom(Devices.sm());
      for (int k = 0; k < needs.length; k++) {
        assertTrue(mix.of(k) > 0, mix.toString());
        for (int count = 0; count < mix.of(k); count++) {
          room.take(needs[k], 1);
        }
      }
      assertFalse(room.isOverdrawn(), mix.toString());
      int kernel = (space.filler() + 1 + random.nextInt(needs.length - 1)) % needs.length;
      mix = space.neighbour(mix, kernel, random.nextInt(7) - 3).orElse(mix);
    }
  }
}
