package org.polyphony.policy.preemption;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
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

  @Test
  void drainsAThreadBlockThatEndsWithinTheLimit() {
    // 100 instructions left at 5 cycles each: 500 cycles, and nothing is lost
    Victim victim = new Victim(900, 4500, 1000, SMALL_CONTEXT, true);

    assertEquals(PreemptionTechnique.DRAIN, choose(victim));
  }

  @Test
  void flushesWhatHasJustBegunWhenDrainingTakesTooLong() {
    // draining: 990 * 5 cycles; flushing loses 10; switching loses 2 * 2000 / 5
    Victim victim = new Victim(10, 50, 1000, LARGE_CONTEXT, true);

    assertEquals(PreemptionTechnique.FLUSH, choose(victim));
  }

  @Test
  void switchesWhenThatLosesLessThanFlushing() {
    // draining: 500 * 5 cycles; flushing loses 500; switching loses 2 * 10 / 5
    Victim victim = new Victim(500, 2500, 1000, SMALL_CONTEXT, true);

    assertEquals(PreemptionTechnique.SWITCH, choose(victim));
  }

  @Test
  void neverFlushesWhatCannotBeRepeated() {
    Victim victim = new Victim(10, 50, 1000, SMALL_CONTEXT, false);

    assertEquals(PreemptionTechnique.SWITCH, choose(victim));
  }

  @Test
  void takesTheFastestWhenNoneKeepsTheLimit() {
    Victim drainsFirst = new Victim(700, 3500, 1000, LARGE_CONTEXT, false); // 1500 against 2000
    Victim movesFirst = new Victim(500, 2500, 1000, LARGE_CONTEXT, false); // 2500 against 2000

    assertEquals(PreemptionTechnique.DRAIN, choose(drainsFirst));
    assertEquals(PreemptionTechnique.SWITCH, choose(movesFirst));
  }

  @Test
  void doesNotExpectAnEndBeforeAThreadBlockOfTheKernelHasEnded() {
    Victim victim = new Victim(900, 4500, -1, SMALL_CONTEXT, false);

    assertEquals(PreemptionTechnique.SWITCH, choose(victim));
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
