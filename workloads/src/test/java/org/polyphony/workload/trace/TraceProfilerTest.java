package org.polyphony.workload.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.workload.kernel.ModelOptions;
import org.polyphony.workload.kernel.ModelWorkload;

class TraceProfilerTest {
  private static final String ADD = "0010 000000ff 1 R3 FADD 2 R2 R255 0 0";
  private static final String LOAD = "0020 ffffffff 1 R2 LDG.E 1 R4 4 1 ";
  private static final String STORE = "0030 ffffffff 0 STG.E.64 2 R4 R6 8 1 ";

  @TempDir Path folder;

  private TraceProfile profile(String... instructions) {
    return TraceProfiler.profile(TraceText.ofWarp(instructions).kernel(folder));
  }

  @Test
  void countsInstructionsClassesAndActiveLanes() {
    TraceProfile profile = profile(ADD, ADD, ADD, "0050 ffffffff 0 BAR.SYNC 0 0 0");

    assertEquals(4, profile.warpInstructions());
    assertEquals(3 * 8 + 32, profile.threadInstructions());
    assertEquals(14.0, profile.meanActiveLanes());
    assertEquals(0.75, profile.share(OpClass.FP32));
    assertEquals(1, profile.barriers());
    assertEquals(1, profile.threadBlocks());
  }

  /** Accesses of 4 B a lane, by base address and stride. */
  @ParameterizedTest
  @CsvSource({
    "0x1000 4 0, 4, 1, 128, coalesced",
    "0x1004 4 0, 5, 2, 256, misaligned",
    "0x10000 128 0, 32, 32, 4096, a wide stride"
  })
  void countsSectorsAndLinesOfALoad(
      String access, double sectors, double lines, long footprint, String why) {
    TraceProfile profile = profile(LOAD + access);

    assertEquals(sectors, profile.global().sectorsPerAccess(), why);
    assertEquals(lines, profile.global().linesPerAccess(), why);
    assertEquals(footprint, profile.global().footprintBytes(), why);
  }

  @Test
  void countsALineOnceInTheFootprintAndDividesBytesReadByBytesWritten() {
    TraceProfile profile = profile(LOAD + "0x1000 4 0", LOAD + "0x1000 4 0", STORE + "0x1000 8 0");

    assertEquals(256, profile.global().footprintBytes());
    assertEquals(1.0, profile.global().readWriteRatio());
    assertEquals(2, profile.global().reads());
    assertEquals(1, profile.global().writes());
  }

  @Test
  void leavesAccessesWithoutActiveLanesOut() {
    TraceProfile profile = profile("0020 00000000 1 R2 LDG.E 1 R4 4 1 0x0 0 0");

    assertEquals(0, profile.global().accesses());
    assertEquals(1, profile.mix().get(OpClass.LOAD));
  }

  /** Wide accesses are served in halves or quarters of the warp. */
  @ParameterizedTest
  @CsvSource({
    "LDS, 4, 4, 1, 1, distinct banks",
    "LDS, 4, 0, 1, 1, one word",
    "LDS, 4, 8, 2, 2, two words in a bank",
    "LDS, 4, 128, 32, 32, all words in a bank",
    "LDS.128, 16, 16, 4, 1, a quarter of the warp at a time"
  })
  void countsConflictsAndPassesOfSharedMemory(
      String opcode, int width, int stride, int passes, double degree, String why) {
    String access = "0040 ffffffff 1 R2 %s 1 R4 %d 1 0x400 %d 0".formatted(opcode, width, stride);
    TraceProfile profile = profile(access);

    assertEquals(passes, profile.shared().bankPasses(), why);
    assertEquals(degree, profile.shared().bankConflictDegree(), why);
  }

  @Test
  void writesOneLinePerFigure() {
    String table = profile(ADD, LOAD + "0x1000 4 0").table();

    assertTrue(table.startsWith("test\n"), table);
    assertTrue(table.contains("share of FP32                                50.00%"), table);
    assertTrue(table.contains("32 B sectors per global access                4.000"), table);
    assertTrue(table.contains("bytes read per byte written               only read"), table);
  }

  @Test
  void addsUpTheLaunchesOfAWorkload() {
    TraceWorkload sample =
        TraceWorkload.open(BundledTraces.path("sample-histogram"), TraceOptions.quiet(folder));

    TraceProfile profile = TraceProfiler.profile(sample);

    assertEquals(1, profile.launches());
    assertEquals(sample.kernels().get(0).warpInstructions(), profile.warpInstructions());
    assertEquals("histogram", profile.name());
    assertTrue(profile.shared().bankConflictDegree() > 2, "random bins collide");
  }

  /** The first launch of lud_internal: 225 blocks of 8 warps of 78 instructions. */
  private static Kernel firstInternal() {
    ModelWorkload lud = ModelWorkload.bundled("LUD", ModelOptions.DEFAULT);
    return ((Workload.Launch) lud.step(3)).kernel(); // after a copy and two launches
  }

  @ParameterizedTest
  @CsvSource({
    "3, 9223372036854775807, 3, spread over the grid",
    "100, 625, 2, ends after the block that makes it large enough: 8 * 78 + 1"
  })
  void samplesThreadBlocks(int most, long instructions, int blocks, String why) {
    TraceProfile sample = TraceProfiler.sample(List.of(firstInternal()), most, instructions);

    assertEquals(blocks, sample.threadBlocks(), why);
    assertEquals(blocks * 8L * 78, sample.warpInstructions(), why);
  }
}
