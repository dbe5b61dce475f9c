package org.polyphony.workload.profile;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.workload.kernel.ModelOptions;
import org.polyphony.workload.kernel.ModelWorkload;

class ModelWriterTest {
  private final List<SassLine> code = new ArrayList<>();

  private void line(String text, int warps, int activeWarps) {
    SassLine.Counts counts = new SassLine.Counts(warps, 32L * warps, 32L * activeWarps, 0, 0, 0, 0);
    code.add(SassLine.parse(16L * code.size(), text, counts));
  }

  /** Of four warps two get to the second branch, and one of these to what it guards. */
  @Test
  void aShareOfWarpsIsOneOfThoseThatGetThere() {
    line("S2R R3, SR_TID.X", 4, 4);
    line("ISETP.GE.AND P0, PT, R3, 0x40, PT", 4, 4);
    line("@P0 BRA 0x60", 4, 2);
    line("ISETP.NE.AND P1, PT, R9, RZ, PT", 2, 2);
    line("@P1 BRA 0x60", 2, 1);
    line("FADD R1, R1, R1", 1, 1);
    line("EXIT", 4, 4);

    String model = SmallLaunch.model(128, 1, code);

    assertTrue(model.contains("{\"if\":\"thread < 64\""), model);
    assertTrue(model.contains("{\"if\":\"warp < 1\",\"then\":[\"FADD"), model);
  }

  /** A register that each of 10,000 loops increases, one loop behind the other. */
  @Test
  @Timeout(60)
  void aModelOfManyLoopsTakesSeconds() {
    for (int i = 0; i < 10_000; i++) {
      line("IADD3 R1, R1, 0x1, RZ", 8, 8);
      line("@P0 BRA 0x" + Integer.toHexString(48 * i), 8, 4);
      line("IADD3 R2, R1, 0x1, RZ", 4, 4);
    }
    line("EXIT", 4, 4);

    String model = SmallLaunch.model(128, 1, code);

    assertTrue(model.contains("{\"loop\":\"k9999\",\"trips\":\"2\""));
  }

  /** The condition holds for two of four warps, but one reaches what it guards. */
  @Test
  void aConditionThatTheCountsContradictIsNotTaken() {
    line("S2R R3, SR_TID.X", 4, 4);
    line("ISETP.GE.AND P0, PT, R3, 0x40, PT", 4, 4);
    line("@P0 BRA 0x40", 4, 3);
    line("FADD R1, R1, R1", 1, 1);
    line("EXIT", 4, 4);

    String model = SmallLaunch.model(128, 1, code);

    assertTrue(model.contains("{\"if\":\"warp < 1\",\"then\":[\"FADD"), model);
  }

  /** Half of the warps skip the first instruction of the first trip. */
  @Test
  void aLoopWithTwoEntriesIsOneLoop() {
    line("@P0 BRA 0x20", 4, 2);
    line("FADD R1, R1, R1", 10, 10);
    line("FMUL R2, R2, R2", 12, 12);
    line("@P1 BRA 0x10", 12, 8);
    line("EXIT", 4, 4);

    String model = SmallLaunch.model(128, 1, code);

    assertTrue(model.contains("{\"loop\":\"k0\",\"trips\":\"3\""), model);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "@!P0 BAR.SYNC.DEFER_BLOCKING 0x0 | 0 | NOP; FADD",
        "BAR.SYNC.DEFER_BLOCKING 0x0 | 8 | BAR.SYNC; FADD",
        "BAR.SYNC.DEFER_BLOCKING R7, 0x80 | 8 | BAR.SYNC(8 + warp / 4, 128); FADD",
        "BAR.ARV R7, 0x80 | 8 | NOP; FADD"
      })
  void aBarrierWithoutLanesOrPartnersHoldsNoWarp(String barrier, int active, String text) {
    line(barrier, 8, active);
    line("FADD R1, R1, R1", 8, 8);
    line("EXIT", 8, 8);

    String model = SmallLaunch.model(256, 1, code);

    assertTrue(model.contains(text), model);
  }

  /** A stage is filled twice while each of two warpgroups multiplies one: four tiles of 2 steps. */
  @Test
  void warpgroupsTakeTurnsWhereEachWorksOnATileOfItsOwn() {
    String model = pipeline(1, 8, 8);

    String turn = "{\"if\":\"t1 % 2 == warp / 4 % 2\",\"then\":[{\"loop\":\"k1\",\"trips\":\"2\"";
    assertTrue(model.contains("{\"loop\":\"t1\",\"trips\":\"4\",\"body\":[" + turn), model);
    assertTrue(model.contains("SYNCS.EXCH.64(4) @ empty[{s}]"), model);
  }

  @Test
  void warpgroupsWorkTogetherWhereAStageIsFilledAsOftenAsEachMultipliesOne() {
    String model = pipeline(1, 8, 4);

    String steps = "\"body\":[{\"loop\":\"k1\",\"trips\":\"2\"";
    assertTrue(model.contains("{\"loop\":\"t1\",\"trips\":\"2\"," + steps), model);
    assertTrue(model.contains("SYNCS.EXCH.64(8) @ empty[{s}]"), model);
  }

  /** A warp of one of two blocks multiplies nothing, as that of a block without a tile. */
  @Test
  void aRoleIsForAllWarpsThatMayHaveIt() {
    String model = pipeline(2, 15, 8);

    assertTrue(model.contains("{\"if\":\"1\",\"then\":[{\"loop\":\"t1\""), model);
  }

  /**
   * Blocks of nine warps: of eight, some multiply two steps for each of two tiles; the ninth fills
   * stages.
   */
  private String pipeline(int blocks, int consumers, int filled) {
    line("S2R R3, SR_TID.X", 9 * blocks, 9 * blocks);
    line("ISETP.GE.AND P0, PT, R3, 0x100, PT", 9 * blocks, 9 * blocks);
    line("@P0 BRA 0x90", 9 * blocks, blocks);
    line("@P4 BRA 0x80", 8 * blocks, 8 * blocks - consumers);
    line("HGMMA.64x64x16.F32.BF16 R24, gdesc[UR4], R24", 4 * consumers, 4 * consumers);
    line("@P1 BRA 0x40", 4 * consumers, 2 * consumers);
    line("STG.E desc[UR4][R2.64], R24", 2 * consumers, 2 * consumers);
    line("@P2 BRA 0x40", 2 * consumers, consumers);
    line("EXIT", 8 * blocks, 8 * blocks);
    line("UTMALDG.2D [UR8], [UR4]", filled, filled);
    line("@P3 BRA 0x90", filled, filled - blocks);
    line("EXIT", blocks, blocks);
    return SmallLaunch.model(288, blocks, code);
  }

  /**
   * Stages of 304 rows, and 128 x 176 multiplied: 128 rows by each block, 88 for both. L2 sent less
   * than was loaded once, as if reads had been merged.
   */
  @Test
  void operandsHaveTheRowsWhoseSumIsLoadedAndWhoseProductIsMultiplied() {
    line("S2R R3, SR_TID.X", 10, 10);
    line("ISETP.GE.AND P0, PT, R3, 0x80, PT", 10, 10);
    line("@P0 BRA 0xe0", 10, 2);
    for (int i = 0; i < 8; i++) {
      line("HGMMA.64x176x16.F32.BF16 R24, gdesc[UR4], R24", 16, 16);
    }
    line("@P1 BRA 0x30", 16, 8);
    line("STG.E desc[UR4][R2.64], R24", 8, 8);
    line("EXIT", 8, 8);
    line("UTMALDG.2D.MULTICAST [UR8], [UR4], UR6", 4, 4);
    line("UTMALDG.2D [UR12], [UR10]", 4, 4);
    line("@P3 BRA 0xe0", 4, 2);
    line("EXIT", 2, 2);
    Map<Counter, Double> counters =
        Map.of(
            Counter.CLUSTER,
            2.0,
            Counter.BULK_LOADED,
            4.0 * 304 * 128,
            Counter.L2_READS,
            4.0 * 160 * 128 / 32);

    String model = SmallLaunch.model(160, 2, code, counters);

    assertTrue(model.contains("UTMALDG.2D.MULTICAST(88, 128, "), model);
    assertTrue(model.contains("UTMALDG.2D(128, 128, "), model);
  }

  /** A consumer that has taken registers from the producer names more than the launch has. */
  @Test
  void registersMayBeMovedBetweenWarps() {
    line("USETMAXREG.TRY_ALLOC.CTAPOOL UP0, 0xe8", 4, 4);
    line("FADD R200, R200, R1", 4, 4);
    line("EXIT", 4, 4);

    String model = SmallLaunch.model(128, 1, code);

    assertDoesNotThrow(
        () -> ModelWorkload.parse(model, "model", ModelOptions.DEFAULT.approximating(true)));
  }
}
