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
  private final Chimera chimera = new Chimera(GPU, 1);

  private static Victim victim(
      long issued, long cycles, long mean, long contextCycles, boolean mayFlush) {
    return new Victim(issued, cycles, mean, (long) (contextCycles * BYTES_PER_CYCLE), mayFlush);
  }

  /** A thread block by what it issued in some cycles, the mean of those that ended, its context. */
  @ParameterizedTest
  @CsvSource({
    "900, 4500, 1000, 10, true, DRAIN, '100 instructions left at 5 cycles each; nothing is lost'",
    "10, 50, 1000, 2000, true, FLUSH, '990 * 5 cycles; flushing loses 10, switching 2 * 2000 / 5'",
    "500, 2500, 1000, 10, true, SWITCH, '500 * 5 cycles; flushing loses 500, switching 2 * 10 / 5'",
    "10, 50, 1000, 10, false, SWITCH, what cannot be repeated is never flushed",
    "700, 3500, 1000, 2000, false, DRAIN, 'none keeps the limit: 1500 against 2000'",
    "500, 2500, 1000, 2000, false, SWITCH, 'none keeps the limit: 2500 against 2000'",
    "900, 4500, -1, 10, false, SWITCH, no thread block of the kernel has ended: no end is expected"
  })
  void chooses(
      long issued,
      long cycles,
      long mean,
      long contextCycles,
      boolean mayFlush,
      PreemptionTechnique technique,
      String why) {
    Victim victim = victim(issued, cycles, mean, contextCycles, mayFlush);

    assertEquals(List.of(technique), chimera.choose(List.of(victim)), why);
  }

  @Test
  void countsTheTimeInWhichADrainedPlaceWaitsForTheOthers() {
    // the first would end 800 cycles before the last: loses 160 instructions, or 4 when it moves
    Victim early = victim(980, 4900, 1000, 10, true);
    Victim late = victim(820, 4100, 1000, 10, true);

    assertEquals(
        List.of(PreemptionTechnique.SWITCH, PreemptionTechnique.DRAIN),
        chimera.choose(List.of(early, late)));
  }
}
