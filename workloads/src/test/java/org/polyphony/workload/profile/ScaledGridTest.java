package org.polyphony.workload.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.workload.kernel.ModelOptions;
import org.polyphony.workload.kernel.ModelWorkload;

class ScaledGridTest {
  private static final SassLine EXIT =
      SassLine.parse(0, "EXIT", new SassLine.Counts(132, 132 * 32, 132 * 32, 0, 0, 0, 0));

  /** On 33 of 132 SMs a 17th cluster of two would run alone at the end. */
  @ParameterizedTest
  @CsvSource({"1, 1, 132", "1, 0.25, 32", "1, 0.1, 12", "1, 0.001, 2", "8, 0.25, 34"})
  void aGridOfOneWaveIsRoundedDownToWholeClusters(double waves, double scale, long blocks) {
    assertEquals(blocks, blocks(launch(new int[] {2, 66, 1}, new int[] {2, 1, 1}, waves), scale));
  }

  @ParameterizedTest
  @CsvSource({"1, 84", "0.25, 21", "0.01, 7"})
  void theLongestSideIsAMultipleOfTheClusterAlongIt(double scale, long blocks) {
    assertEquals(blocks, blocks(launch(new int[] {1, 84, 1}, new int[] {1, 7, 1}, 2), scale));
  }

  @Test
  void threadBlocksOfAClusterFollowEachOtherWhereverTheyLie() {
    KernelProfile alongX = launch(new int[] {4, 3, 1}, new int[] {2, 1, 1}, 2);
    KernelProfile alongY = launch(new int[] {5, 6, 1}, new int[] {1, 3, 1}, 2);

    assertEquals("bx + 4 * (by + 3 * bz)", alongX.linearBlock());
    assertEquals(
        "(bx / 1 + 5 * (by / 3 + 2 * (bz / 1))) * 3 + bx % 1 + 1 * (by % 3 + 3 * (bz % 1))",
        alongY.linearBlock());
  }

  private static KernelProfile launch(int[] grid, int[] cluster, double waves) {
    Map<Counter, Double> counters = new EnumMap<>(Counter.class);
    counters.put(Counter.REGISTERS, 32.0);
    counters.put(Counter.SHARED_STATIC, 0.0);
    counters.put(Counter.SHARED_DYNAMIC, 0.0);
    counters.put(Counter.CLUSTER, 1.0 * cluster[0] * cluster[1] * cluster[2]);
    counters.put(Counter.CLUSTER_X, 1.0 * cluster[0]);
    counters.put(Counter.CLUSTER_Y, 1.0 * cluster[1]);
    counters.put(Counter.CLUSTER_Z, 1.0 * cluster[2]);
    counters.put(Counter.WAVES, waves);
    return new KernelProfile(
        "k", "", "raw.csv, line 3", new int[] {32, 1, 1}, grid, counters, List.of(EXIT));
  }

  private static long blocks(KernelProfile launch, double scale) {
    String model = ModelImport.model("k", launch, true).json().toString();
    ModelOptions options = ModelOptions.of(scale, 1);
    Workload.Step step = ModelWorkload.parse(model, "k", options).step(0);
    return ((Workload.Launch) step).kernel().threadBlocks();
  }
}
