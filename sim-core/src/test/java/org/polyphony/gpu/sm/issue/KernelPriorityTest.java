package org.polyphony.gpu.sm.issue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelPriorityTest {
  private static final int FAIR_EPOCH_INSTRUCTIONS = 1000; // as FairQuotas has it
  private static final long FIRST = TwoKernels.FIRST;
  private static final long SECOND = TwoKernels.SECOND;

  private static KernelPriority priority(String between) {
    return new TwoKernels(between).priority;
  }

  /** Warps 0 and 1 are of the first kernel; which are ready, and which are chosen of them. */
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "1>1 3>3, the first stays in front while the other has no ready warp",
    "15>3 15>12 15>3, and moves on when a kernel further back had one",
    "12>12 15>12, the kernel behind issues when the first cannot"
  })
  void takesTurns(String steps, String why) {
    KernelPriority priority = priority("lrr");
    for (String step : steps.split(" ", -1)) {
      String[] sides = step.split(">", -1);
      assertEquals(Long.parseLong(sides[1]), priority.choose(0, Long.parseLong(sides[0])), why);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lrr", "ipr", "fair"})
  void doesNotMatterWithOneKernelLeft(String between) {
    KernelPriority priority = priority(between);

    priority.removed(5, 2);
    assertTrue(priority.matters());
    priority.removed(5, 3);

    assertFalse(priority.matters());
  }

  @Test
  void doesNotMatterWhenAllKernelsFormOnePool() {
    assertFalse(priority("none").matters());
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "lrr", "ipr", "fair"})
  void letsPreferredWarpsIssueBeforeAllOthers(String between) {
    KernelPriority priority = priority(between);

    priority.prefer(0b1000, true);

    assertTrue(priority.matters());
    assertEquals(0b1000, priority.choose(0, FIRST | SECOND));
    assertEquals(0b1000, priority.choose(0, FIRST | SECOND));
  }

  @Test
  void forgetsPreferredWarpsThatAreToStayOrThatAreFollowedByOthersInTheirSlots() {
    KernelPriority priority = priority("none");
    priority.prefer(0b1000, true);
    priority.prefer(0b1000, false);
    assertFalse(priority.matters());

    priority.prefer(0b1000, true);
    priority.removed(5, 3);
    priority.launched(5, 3);

    assertFalse(priority.matters());
  }

  @Test
  void letsOthersIssueWhileNoPreferredWarpIsReady() {
    KernelPriority priority = priority("none");

    priority.prefer(0b1000, true);

    assertEquals(FIRST | 0b0100, priority.choose(0, FIRST | 0b0100));
  }

  @Test
  void keepsTheOrderOfKernelsAmongPreferredWarps() {
    KernelPriority priority = priority("lrr");

    priority.prefer(0b1001, true);

    assertEquals(0b0001, priority.choose(0, FIRST | SECOND));
    assertEquals(0b1000, priority.choose(0, FIRST | SECOND));
  }

  /** Whatever is ready, one kernel or one pool is chosen from it, and nobody waits for ever. */
  @ParameterizedTest
  @CsvSource({"none, 1", "lrr, 2", "ipr, 3", "fair, 4", "none, 5", "lrr, 6", "ipr, 7", "fair, 8"})
  void choosesFromWhatIsReadyAndLetsEveryKernelIssue(String between, long seed) {
    Random random = new Random(seed);
    TwoKernels kernels = new TwoKernels(between);
    int[] issued = new int[2];
    int idle = 0;
    for (int cycle = 0; cycle < 20_000; cycle++) {
      long ready = 1L + random.nextInt(15);
      long chosen = kernels.priority.matters() ? kernels.priority.choose(0, ready) : ready;
      assertEquals(0, chosen & ~ready, "seed " + seed);
      idle = chosen == 0 ? idle + 1 : 0;
      assertTrue(idle < FAIR_EPOCH_INSTRUCTIONS, "seed " + seed);
      if (chosen != 0) {
        boolean isSecond = (chosen & FIRST) == 0;
        issued[isSecond ? 1 : 0]++;
        kernels.priority.issued(0, isSecond ? 5 : 2);
      }
    }
    assertNotEquals(0, issued[0], "seed " + seed);
    assertNotEquals(0, issued[1], "seed " + seed);
  }
}
