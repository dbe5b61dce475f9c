package org.polyphony.policy.warp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.policy.PolicyDescription;

class WarpSchedulersTest {
  @Test
  void listsTheNamesThatConfigsUse() {
    assertEquals(List.of("gto", "lrr", "two-level"), names(WarpSchedulers.withinKernel()));
    assertEquals(List.of("none", "lrr", "ipr", "fair"), names(WarpSchedulers.betweenKernels()));
  }

  @Test
  void refusesANameThatItDoesNotList() {
    assertThrows(IllegalArgumentException.class, () -> WarpSchedulers.scheduling("rr", "none"));
    assertThrows(IllegalArgumentException.class, () -> WarpSchedulers.scheduling("gto", "gto"));
  }

  private static List<String> names(List<PolicyDescription> descriptions) {
    return descriptions.stream().map(PolicyDescription::name).toList();
  }
}
