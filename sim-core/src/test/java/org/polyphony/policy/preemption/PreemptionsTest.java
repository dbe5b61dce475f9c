package org.polyphony.policy.preemption;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.policy.PolicyDescription;

class PreemptionsTest {
  private final GpuConfig gpu = new SmallGpu().config();

  @Test
  void makesEachTechniqueUnderTheNameThatItReports() {
    for (PolicyDescription technique : Preemptions.list()) {
      assertEquals(technique.name(), Preemptions.create(technique.name(), gpu, 15).name());
    }
  }

  @Test
  void refusesAnUnknownName() {
    assertThrows(IllegalArgumentException.class, () -> Preemptions.create("drop", gpu, 15));
  }
}
