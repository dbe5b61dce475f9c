package org.polyphony.workload.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Launches of four thread blocks of 512 threads. */
class AddressLayoutTest {
  private static final int THREADS = 512;
  private static final int BLOCKS = 4;
  private static final int WARPS = THREADS / 32 * BLOCKS;

  private final List<SassLine> code = new ArrayList<>();

  private void line(String text) {
    access(text, 0);
  }

  private void access(String text, double sectors) {
    long touched = Math.round(sectors * WARPS);
    SassLine.Counts counts =
        new SassLine.Counts(WARPS, 32L * WARPS, 32L * WARPS, 0, touched / 4, touched, 0);
    code.add(SassLine.parse(16L * code.size(), text, counts));
  }

  private String model(Map<Counter, Double> counted) {
    line("EXIT");
    return SmallLaunch.model(THREADS, BLOCKS, code, counted);
  }

  private void index() {
    line("S2R R0, SR_TID.X");
    line("S2R R1, SR_CTAID.X");
    line("IMAD R2, R1, 0x200, R0");
  }

  private static long count(String text, String model) {
    return Pattern.compile(Pattern.quote(text)).matcher(model).results().count();
  }

  /** Two pointers, each read by all threads in order: 8 KB in all if they are one. */
  @ParameterizedTest
  @CsvSource({"8192, 2, 0", "16384, 1, 1"})
  void twoPointersAreOneArrayIfDramDeliveredOne(double read, int first, int second) {
    index();
    line("IMAD.WIDE R4, R2, 0x4, c[0x0][0x210]");
    access("LDG.E R6, desc[UR4][R4.64]", 4);
    line("IMAD.WIDE R8, R2, 0x4, c[0x0][0x218]");
    access("LDG.E R10, desc[UR4][R8.64]", 4);

    String model = model(Map.of(Counter.DRAM_READ, read));

    assertEquals(first, count("@ array0[thread * 4 + bx * 2048]", model), model);
    assertEquals(second, count("@ array1[thread * 4 + bx * 2048]", model), model);
  }

  /** A quotient of the thread's index: what a warp touches says how far its lanes are apart. */
  @ParameterizedTest
  @CsvSource({"1, array0[0]", "4, array0[thread * 4]", "8, array0[thread * 8]"})
  void lanesLieAsTheCountedSectorsSay(double sectors, String address) {
    line("S2R R0, SR_TID.X");
    line("IMAD.HI.U32 R2, R0, R7, RZ");
    line("IMAD.WIDE R4, R2, 0x4, c[0x0][0x210]");
    access("LDG.E R6, desc[UR4][R4.64]", sectors);

    String model = model(Map.of());

    assertTrue(model.contains("@ " + address), model);
  }

  /**
   * Rows of 32 elements at a pitch that is a parameter; a block is one tile further along a row.
   */
  @Test
  void aRowIsAsLongAsTheBlocksMoveAlongIt() {
    line("S2R R0, SR_TID.X");
    line("S2R R1, SR_CTAID.X");
    line("SHF.R.U32.HI R3, RZ, 0x5, R0");
    line("LOP3.LUT R0, R0, 0x1f, RZ, 0xc0, !PT");
    line("IMAD R2, R3, c[0x0][0x220], R0");
    line("IMAD R2, R1, 0x20, R2");
    line("IMAD.WIDE R4, R2, 0x4, c[0x0][0x210]");
    access("LDG.E R6, desc[UR4][R4.64]", 4);

    String model = model(Map.of());

    assertTrue(model.contains("(thread >> 5) * 512 + bx * 128]"), model);
  }

  /** Each lane reads what its index names; hits of L1 say that a block stays in its part. */
  @ParameterizedTest
  @CsvSource({"600, true", "0, false"})
  void loadedAddressesAreInAPartOfEachBlockIfL1Hits(double hits, boolean isLocal) {
    index();
    line("IMAD.WIDE R4, R2, 0x4, c[0x0][0x210]");
    access("LDG.E R6, desc[UR4][R4.64]", 4);
    line("IMAD.WIDE R8, R6, 0x4, c[0x0][0x218]");
    access("LDG.E R10, desc[UR4][R8.64]", 30);

    String model =
        model(
            Map.of(
                Counter.DRAM_READ,
                8192 + 4 * 65536.0,
                Counter.L1_HITS,
                hits,
                Counter.L2_BYTES,
                6e7));

    assertTrue(model.contains("@ array0[thread * 4 + bx * 2048]"), model);
    assertEquals(
        isLocal, model.contains("@ array1[(bx + 4 * (by + 1 * bz)) * 65536 + hash("), model);
  }

  /** Index and length of a list of eight words that all lanes read in turn. */
  @Test
  void wordsAtKnownDistancesFromALoadedAddressLieThere() {
    index();
    line("IMAD.WIDE R4, R2, 0x4, c[0x0][0x210]");
    access("LDG.E R6, desc[UR4][R4.64]", 4);
    line("IMAD.WIDE R8, R6, 0x8, c[0x0][0x218]");
    access("LDG.E.64 R10, desc[UR4][R8.64]", 1);
    access("LDG.E.64 R12, desc[UR4][R8.64+0x8]", 1);

    String model = model(Map.of(Counter.DRAM_READ, 100_000.0, Counter.L2_BYTES, 6e7));

    assertEquals(2, count("@ array1[hash(0, bx, by, bz, warp)", model), model);
    assertEquals(1, count("* 32 + 8]", model), model);
  }
}
