package org.polyphony.study.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairNoiseTest {
  private static final Pair PAIR = new Pair("BS", "LC", Category.COM_MEM);
  @TempDir private Path folder;

  @Test
  void spreadIsTheRangeOverTheMean() {
    PairNoise noise =
        PairNoise.of(PAIR, "gtx980", "smk-even", new double[] {1.0, 1.1, 1.2, 1.1, 1.1});

    assertEquals(0.2 / 1.1, noise.spread(), 1e-12);
    assertEquals(1.1, noise.stp(), 1e-12);
    assertEquals(Math.sqrt(0.02 / 4), noise.standardDeviation(), 1e-12);
    assertEquals(5, noise.seeds());
  }

  @Test
  void readsWhatItWrites() {
    PairNoise noise = new PairNoise("BS/LC", "COM/MEM", "gtx980", "smk-even", 5, 1.25, 0.04, 0.5);
    Path file = folder.resolve("noise.csv");

    PairNoise.TABLE.write(file, Stream.of(noise));

    assertEquals(List.of(noise), PairNoise.read(file));
    assertEquals(List.of(), PairNoise.read(folder.resolve("none.csv")));
  }

  @Test
  void readsWhatTheProjectShips() {
    assertTrue(PairNoise.shipped().stream().allMatch(noise -> noise.seeds() > 1));
  }
}
