package org.polyphony.workload.profile;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ValuesTest {
  private static final int WARPS = 8; // four blocks of 64 threads

  private final List<SassLine> code = new ArrayList<>();

  private void line(String text, int trips, double tags, double sectors) {
    long warps = (long) WARPS * trips;
    code.add(
        SassLine.parse(
            16L * code.size(),
            text,
            new SassLine.Counts(
                warps,
                32 * warps,
                32 * warps,
                0,
                Math.round(tags * warps),
                Math.round(sectors * warps),
                0)));
  }

  private void line(String text, int trips) {
    line(text, trips, 0, 0);
  }

  private String model() {
    return SmallLaunch.model(64, 4, code);
  }

  /** {@code for (i = threadIdx.x; i < n; i += blockDim.x)}, as layer_norm of PyTorch has it. */
  @Test
  void aStepThatARegisterHoldsIsTheStrideOfALoop() {
    line("S2R R3, SR_TID.X", 1);
    line("LDC R2, c[0x0][0x0]", 1);
    line("LDC.64 R10, c[0x0][0x210]", 1);
    line("IMAD.WIDE R16, R3, 0x8, R10", 5);
    line("LDG.E.U16 R18, desc[UR8][R16.64+0x2]", 5, 2, 8);
    line("IADD3 R3, R2, R3, RZ", 5);
    line("ISETP.GE.AND P0, PT, R3, UR4, PT", 5);
    line("@!P0 BRA 0x30", 5);
    line("EXIT", 1);

    String model = model();

    assertTrue(model.contains("@ array0[thread * 8 + k0 * 512"), model);
  }

  /** Eight sectors in two lines: 32 lanes that read two bytes of every eight. */
  @Test
  void lanesWhoseAddressesAreHiddenAreAsFarApartAsTheirLinesSay() {
    line("S2R R3, SR_TID.X", 1);
    line("LDC.64 R10, c[0x0][0x210]", 1);
    line("BREV R3, R3", 1);
    line("IMAD.WIDE R16, R3, 0x8, R10", 1);
    line("LDG.E.U16 R18, desc[UR8][R16.64]", 1, 2, 8);
    line("EXIT", 1);

    String model = model();

    assertTrue(model.contains("@ array0[thread * 8]"), model);
  }

  /** PyTorch indexes 8-byte elements by an int that is shifted down from an upper half. */
  @Test
  void anIndexMayBeShiftedDownFromTheUpperHalf() {
    line("S2R R3, SR_TID.X", 1);
    line("LDC.64 R10, c[0x0][0x210]", 1);
    line("SHF.R.S64 R16, RZ, 0x1d, R3", 1);
    line("IADD3 R16, P0, R16, R10, RZ", 1);
    line("LDG.E.64 R18, desc[UR8][R16.64]", 1, 2, 8);
    line("EXIT", 1);

    String model = model();

    assertTrue(model.contains("@ array0[thread * 8]"), model);
  }

  /**
   * Two pointers that were loaded, as fused optimizers of PyTorch have them, lead to two arrays.
   */
  @Test
  void tripsOfKnownStrideStayWithinTheArrayOfAnAccess() {
    line("S2R R3, SR_TID.X", 1);
    line("LDC R2, c[0x0][0x0]", 1);
    line("LDC.64 R10, c[0x0][R8+0x210]", 1);
    line("LDC.64 R12, c[0x0][R8+0x410]", 1);
    line("IMAD.WIDE R16, R3, 0x4, R10", 5);
    line("IMAD.WIDE R18, R3, 0x4, R12", 5);
    line("LDG.E R20, desc[UR8][R16.64]", 5, 1, 4);
    line("LDG.E R21, desc[UR8][R18.64]", 5, 1, 4);
    line("IADD3 R3, R2, R3, RZ", 5);
    line("ISETP.GE.AND P0, PT, R3, UR4, PT", 5);
    line("@!P0 BRA 0x40", 5);
    line("EXIT", 1);

    String model = model();

    assertTrue(model.contains("@ array0[thread * 4 + k0 * 256]"), model);
    assertTrue(model.contains("@ array0[thread * 4 + k0 * 256 + 1280]"), model); // after five trips
  }
}
