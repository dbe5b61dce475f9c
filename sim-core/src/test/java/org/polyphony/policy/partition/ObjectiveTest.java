package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class ObjectiveTest {
  @Test
  void areNamedAsInConfigsTheDefaultFirst() {
    assertEquals(List.of("antt", "stp"), Objective.names());
    assertEquals(Objective.STP, Objective.of("stp"));
  }

  @Test
  void anttIsTheMeanSlowdownAndLowerIsBetter() {
    assertEquals(3.0, Objective.ANTT.score(0.5, 0.25)); // (2 + 4) / 2
    assertTrue(Objective.ANTT.isBetter(1.9, 2.0));
    assertFalse(Objective.ANTT.isBetter(2.0, 2.0));
  }

  @Test
  void stpIsTheSumOfProgressAndHigherIsBetter() {
    assertEquals(0.75, Objective.STP.score(0.5, 0.25));
    assertTrue(Objective.STP.isBetter(1.1, 1.0));
    assertFalse(Objective.STP.isBetter(1.0, 1.0));
  }

  @Test
  void aKernelThatStandsStillIsWorseThanAnything() {
    assertTrue(Objective.ANTT.isBetter(1e9, Objective.ANTT.score(1, 0)));
    assertTrue(Objective.STP.isBetter(1e-9, Objective.STP.score(1, 0)));
  }

  @Test
  void whatWasNotMeasuredIsNeverBetter() {
    double unknown = Objective.ANTT.score(Double.NaN, 1);

    assertFalse(Objective.ANTT.isBetter(unknown, 5));
    assertFalse(Objective.STP.isBetter(Objective.STP.score(1, Double.NaN), 0));
  }
}
