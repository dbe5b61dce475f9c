package org.polyphony.policy.preemption;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.testing.SmallGpu;

class PreemptionsTest {
  private final GpuConfig gpu = new SmallGpu().config();

  @Test
  void makesEachTechniqueUnderItsName() {
    assertInstanceOf(Chimera.class, Preemptions.create("chimera", gpu, 15));
    assertEquals(OneTechnique.DRAIN, Preemptions.create("drain", gpu, 15));
    assertEquals(OneTechnique.SWITCH, Preemptions.create("switch", gpu, 15));
    assertEquals(OneTechnique.FLUSH, Preemptions.create("flush", gpu, 15));
    assertEquals(OneTechnique.IDEAL, Preemptions.create("ideal", gpu, 15));
  }

  @Test
  void refusesAnUnknownName() {
    assertThrows(IllegalArgumentException.class, () -> Preemptions.create("drop", gpu, 15));
  }
}
