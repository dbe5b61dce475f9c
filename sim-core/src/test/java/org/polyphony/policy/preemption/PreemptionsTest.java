package org.polyphony.policy.preemption;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.policy.PolicyDescription;

class PreemptionsTest {
  private final GpuConfig gpu = new SmallGpu().config();

  @Test
  void makesEachTechniqueUnderTheNameOfItsClass() {
    for (PolicyDescription technique : Preemptions.list()) {
      String made = Preemptions.create(technique.name(), gpu, 15).getClass().getSimpleName();
      assertEquals(technique.name(), made.toLowerCase(Locale.ROOT));
    }
  }

  @Test
  void refusesAnUnknownName() {
    assertThrows(IllegalArgumentException.class, () -> Preemptions.create("drop", gpu, 15));
  }
}
