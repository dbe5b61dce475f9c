package org.polyphony.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.simulation.RunSpec;

class PairBenchmarkTest {
  @Test
  void runsAsInFigure11() {
    RunSpec spec = PairBenchmark.spec("BS/NW", "smk-even", "gtx980", 0, 1_000);

    assertEquals("none", spec.kernelScheduler());
    assertEquals("one-way", spec.allocation());
    assertEquals("chimera", spec.preemption());
    assertEquals(List.of(1_000L, 1_000L), spec.instructionBudgets());
  }
}
