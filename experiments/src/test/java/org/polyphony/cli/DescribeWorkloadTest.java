package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.workload.kernel.BundledModels;

/** What a reviewer who knows LU decomposition looks for in its description. */
class DescribeWorkloadTest {
  private static String lud;

  @TempDir private Path cache;

  @BeforeAll
  static void describe(@TempDir Path cache) {
    CommandRun run = CommandRun.refused(cache, "describe", "LUD");
    assertEquals(0, run.exitCode(), run.err());
    lud = run.out();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "15 x (lud_diagonal, lud_perimeter, lud_internal), then lud_diagonal", // phases
        "15, of 225, 196, 169, 144, 121, 100, ... 1 thread blocks",
        "block (16, 16, 1)",
        "8        64  threads", // TBs and warps on an SM, and what limits them
        "nvcc 11.8 for sm_52", // sources
        "Left out:",
        "FP32 21.8%", // mix of lud_internal: 17 of 78
        "78.0 per warp, 32.00 of 32 lanes active",
        "3.0 reads and 1.0 writes per warp",
        "12.0 bytes read and 4.0 written per thread",
        "3.32 times as long because of bank conflicts",
        "31.0 per warp", // barriers of lud_diagonal
        "no: overwrites data that it has read, from 97% of its program on"
      })
  void namesTheFactsOfTheKernels(String fact) {
    assertTrue(lud.replaceAll("\\s*\n\\s+", " ").contains(fact), lud);
  }

  @Test
  void describesAModelOfTheUsersOwnWhateverItsName() throws IOException {
    String model = BundledModels.text("HS").replace("\"name\": \"HS\"", "\"name\": \"MINE\"");
    Files.writeString(cache.resolve("mine.json"), model);

    CommandRun run = CommandRun.refused(cache, "describe", cache.resolve("mine.json").toString());

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().startsWith("MINE\n"), run.out());
  }

  @Test
  void computesOccupancyOnTheChosenGpu() {
    CommandRun.refused(cache, "describe", "CP", "--gpu", "fermi-m2050")
        .shows("resources on fermi-m2050", "TB slots");
  }

  @Test
  void showsNamesOfATraceAndThatItDoesNotTellWhetherAKernelIsIdempotent() {
    CommandRun.refused(cache, "describe", "sample-saxpy")
        .shows("\nsaxpy\n  in results", "_Z5saxpyifPKfPf\n", "unknown: traces do not tell");
  }
}
