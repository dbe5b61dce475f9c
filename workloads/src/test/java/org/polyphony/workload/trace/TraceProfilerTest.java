package org.polyphony.workload.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.workload.kernel.ModelOptions;
import org.polyphony.workload.kernel.ModelWorkload;

class TraceProfilerTest {
  private static final String ADD = "0010 000000ff 1 R3 FADD 2 R2 R255 0 0";
  private static final String LOAD = "0020 ffffffff 1 R2 LDG.E 1 R4 4 1 ";
  private static final String STORE = "0030 ffffffff 0 STG.E.64 2 R4 R6 8 1 ";
  private static final String SHARED = "0040 ffffffff 1 R2 LDS 1 R4 4 1 ";

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

  @Test
  void countsFourSectorsInOneLineForACoalescedLoad() {
    TraceProfile profile = profile(LOAD + "0x1000 4 0");

    assertEquals(4.0, profile.global().sectorsPerAccess());
    assertEquals(1.0, profile.global().linesPerAccess());
    assertEquals(128, profile.global().footprintBytes());
  }

  @Test
  void countsOneMoreLineForAMisalignedLoad() {
    TraceProfile profile = profile(LOAD + "0x1004 4 0");

    assertEquals(5.0, profile.global().sectorsPerAccess());
    assertEquals(2.0, profile.global().linesPerAccess());
  }

  @Test
  void countsASectorPerLaneForAWideStride() {
    TraceProfile profile = profile(LOAD + "0x10000 128 0");

    assertEquals(32.0, profile.global().sectorsPerAccess());
    assertEquals(32 * 128, profile.global().footprintBytes());
  }

  @Test
  void countsALineOnceInTheFootprintHoweverOftenItIsAccessed() {
    TraceProfile profile = profile(LOAD + "0x1000 4 0", LOAD + "0x1000 4 0", STORE + "0x1000 8 0");

    assertEquals(256, profile.global().footprintBytes());
  }

  @Test
  void dividesBytesReadByBytesWritten() {
    TraceProfile profile = profile(LOAD + "0x1000 4 0", STORE + "0x2000 8 0");

    assertEquals(0.5, profile.global().readWriteRatio());
    assertEquals(1, profile.global().reads());
    assertEquals(1, profile.global().writes());
  }

  @Test
  void leavesAccessesWithoutActiveLanesOut() {
    TraceProfile profile = profile("0020 00000000 1 R2 LDG.E 1 R4 4 1 0x0 0 0");

    assertEquals(0, profile.global().accesses());
    assertEquals(1, profile.mix().get(OpClass.LOAD));
  }

  @Test
  void findsNoConflictWhereLanesUseDistinctBanksOrOneWord() {
    assertEquals(1.0, profile(SHARED + "0x400 4 0").shared().bankConflictDegree());
    assertEquals(1.0, profile(SHARED + "0x400 0 0").shared().bankConflictDegree());
  }

  @Test
  void findsAConflictOfNWhereNWordsAreInABank() {
    assertEquals(2.0, profile(SHARED + "0x400 8 0").shared().bankConflictDegree());
    assertEquals(32.0, profile(SHARED + "0x400 128 0").shared().bankConflictDegree());
  }

  @Test
  void servesWideSharedAccessesInHalvesOrQuartersOfTheWarp() {
    TraceProfile profile = profile("0040 ffffffff 1 R2 LDS.128 1 R4 16 1 0x400 16 0");

    assertEquals(4, profile.shared().bankPasses());
    assertEquals(1.0, profile.shared().bankConflictDegree());
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

  @Test
  void samplesThreadBlocksSpreadOverTheGrid() {
    Kernel kernel = firstInternal();

    TraceProfile sample = TraceProfiler.sample(List.of(kernel), 3, Long.MAX_VALUE);

    assertEquals(3, sample.threadBlocks());
    assertEquals(3 * 8 * 78, sample.warpInstructions());
  }

  @Test
  void endsASampleAfterTheBlockThatMakesItLargeEnough() {
    Kernel kernel = firstInternal();

    TraceProfile sample = TraceProfiler.sample(List.of(kernel), 100, 8 * 78 + 1);

    assertEquals(2, sample.threadBlocks());
  }
}
