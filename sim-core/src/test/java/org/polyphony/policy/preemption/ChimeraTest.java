package org.polyphony.policy.preemption;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Preemption.Victim;
import org.polyphony.gpu.dispatch.PreemptionTechnique;
import org.polyphony.gpu.testing.SmallGpu;

/** The small device: 1 GHz, so that a limit of 1 us is 1000 cycles. */
class ChimeraTest {
  private static final GpuConfig GPU = new SmallGpu().config();
  private static final double BYTES_PER_CYCLE = GPU.dramBytesPerCoreCycle() / GPU.sms();
  private static final long SMALL_CONTEXT = (long) (10 * BYTES_PER_CYCLE); // 10 cycles
  private static final long LARGE_CONTEXT = (long) (2000 * BYTES_PER_CYCLE);
  private final Chimera chimera = new Chimera(GPU, 1);

  private PreemptionTechnique choose(Victim victim) {
    return chimera.choose(List.of(victim)).get(0);
  }

  /** Instructions and cycles so far, the mean of the kernel, the context, and whether to repeat. */
  @ParameterizedTest
  @CsvSource({
    "900, 4500, 1000, 10, true, DRAIN", // 100 instructions of 5 cycles are left: nothing is lost
    "10, 50, 1000, 2000, true, FLUSH", // a drain takes 990 * 5; it loses 10, a switch 2 * 2000 / 5
    "500, 2500, 1000, 10, true, SWITCH", // a drain takes 500 * 5; a flush loses 500, this 2 * 10 /
    // 5
    "10, 50, 1000, 10, false, SWITCH", // cannot be repeated
    "900, 4500, -1, 10, false, SWITCH" // no thread block has ended: no end is expected
  })
  void takesWhatLosesLeastWithinTheLimit(
      long instructions,
      long cycles,
      long mean,
      int contextCycles,
      boolean isIdempotent,
      PreemptionTechnique expected) {
    long context = contextCycles == 10 ? SMALL_CONTEXT : LARGE_CONTEXT;

    assertEquals(expected, choose(new Victim(instructions, cycles, mean, context, isIdempotent)));
  }

  @Test
  void takesTheFastestWhenNoneKeepsTheLimit() {
    Victim drainsFirst = new Victim(700, 3500, 1000, LARGE_CONTEXT, false); // 1500 against 2000
    Victim movesFirst = new Victim(500, 2500, 1000, LARGE_CONTEXT, false); // 2500 against 2000

    assertEquals(PreemptionTechnique.DRAIN, choose(drainsFirst));
    assertEquals(PreemptionTechnique.SWITCH, choose(movesFirst));
  }

  @Test
  void countsTheTimeInWhichADrainedPlaceWaitsForTheOthers() {
    // the first would end 800 cycles before the last: loses 160 instructions, or 4 when it moves
    Victim early = new Victim(980, 4900, 1000, SMALL_CONTEXT, true);
    Victim late = new Victim(820, 4100, 1000, SMALL_CONTEXT, true);

    assertEquals(
        List.of(PreemptionTechnique.SWITCH, PreemptionTechnique.DRAIN),
        chimera.choose(List.of(early, late)));
  }
}
