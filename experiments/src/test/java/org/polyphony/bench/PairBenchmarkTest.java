package org.polyphony.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.simulation.RunRequest;

class PairBenchmarkTest {
  @Test
  void runsAsInFigure11() {
    RunRequest request = PairBenchmark.request("BS/NW", "smk-even", "gtx980", 0, 1_000);

    assertEquals("none", request.sharing().kernelScheduler());
    assertEquals("one-way", request.sharing().allocation());
    assertEquals("chimera", request.sharing().preemption());
    assertEquals(List.of(1_000L, 1_000L), request.instructionBudgets());
  }
}
