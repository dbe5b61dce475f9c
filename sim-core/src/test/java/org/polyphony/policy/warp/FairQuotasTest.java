package org.polyphony.policy.warp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.sm.issue.TwoKernels;

/** The SM holds 8 thread blocks of either kernel; the first has 1 there, the second has 2. */
class FairQuotasTest {
  private static final int EPOCH = FairQuotas.EPOCH_INSTRUCTIONS;
  private static final long FIRST = TwoKernels.FIRST;
  private static final long SECOND = TwoKernels.SECOND;

  /** Issues from the first kernel as long as it may, else from the second; returns the shares. */
  private static int[] issueAnEpoch(TwoKernels kernels) {
    int[] issued = new int[2];
    for (int i = 0; i < EPOCH; i++) {
      boolean isFirst = (kernels.choose(FIRST | SECOND) & FIRST) != 0;
      kernels.issued(isFirst ? 2 : 5);
      issued[isFirst ? 0 : 1]++;
    }
    return issued;
  }

  /** Eq. 4: 60% * 1/8 and 40% * 2/8 give 3 to 4. */
  @Test
  void dividesByIssueRateAloneAndShareOfThreadBlocks() {
    TwoKernels kernels = new TwoKernels("fair", 600_000, 400_000);

    int[] issued = issueAnEpoch(kernels);

    assertEquals(3 * EPOCH / 7.0, issued[0], 2);
    assertEquals(4 * EPOCH / 7.0, issued[1], 2);
  }

  @Test
  void dividesByThreadBlocksWhenRatesAreNotKnown() {
    assertEquals(EPOCH / 3.0, issueAnEpoch(new TwoKernels("fair"))[0], 2);
  }

  @Test
  void givesAKernelThatIssuedNothingAloneASmallQuota() {
    assertEquals(1, issueAnEpoch(new TwoKernels("fair", 0, 1_000_000))[0]);
  }

  @Test
  void prefersAKernelWithQuotaLeftUntilItHasUsedItUp() {
    TwoKernels kernels = new TwoKernels("fair", 1_000_000, 0);
    for (int i = 0; i < EPOCH - 1; i++) {
      assertEquals(FIRST, kernels.choose(FIRST));
      kernels.issued(2);
    }

    assertEquals(SECOND, kernels.choose(FIRST | SECOND));
    kernels.issued(5);

    assertEquals(FIRST | SECOND, kernels.choose(FIRST | SECOND));
  }

  @Test
  void leavesNoSlotEmptyThatAKernelBeyondItsQuotaCanUse() {
    TwoKernels kernels = usedUpByTheFirst();

    assertEquals(FIRST, kernels.choose(FIRST));
    assertEquals(SECOND, kernels.choose(FIRST | SECOND));
  }

  @Test
  void renewsTheQuotasOnceTheOtherKernelHasNoInstructionLeft() {
    TwoKernels kernels = usedUpByTheFirst();
    kernels.table.drop(2);
    kernels.choose(FIRST);
    assertEquals(SECOND, kernels.choose(FIRST | SECOND));

    kernels.table.drop(3);
    kernels.choose(FIRST);

    assertEquals(FIRST | SECOND, kernels.choose(FIRST | SECOND));
  }

  @Test
  void renewsTheQuotasAfterAnEpochOfSlotsLeftToTheOther() {
    TwoKernels kernels = usedUpByTheFirst();
    for (int i = 1; i < EPOCH; i++) {
      kernels.choose(FIRST);
    }
    assertEquals(SECOND, kernels.choose(FIRST | SECOND));

    kernels.choose(FIRST);

    assertEquals(FIRST | SECOND, kernels.choose(FIRST | SECOND));
  }

  @Test
  void letsPreferredWarpsIssueBeyondTheirQuota() {
    TwoKernels kernels = usedUpByTheFirst();

    kernels.prefer(0b0001);

    assertEquals(0b0001, kernels.choose(FIRST));
  }

  private static TwoKernels usedUpByTheFirst() {
    TwoKernels kernels = new TwoKernels("fair", 1_000_000, 0);
    kernels.choose(FIRST);
    for (int i = 0; i < EPOCH - 1; i++) { // the other may issue one
      kernels.issued(2);
    }
    return kernels;
  }

  @Test
  void refusesANegativeIssueRate() {
    assertThrows(
        IllegalArgumentException.class,
        () -> WarpSchedulers.scheduling("gto", "fair", List.of(-1)));
  }
}
