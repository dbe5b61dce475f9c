package org.polyphony.gpu.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

class SmConfigTest {
  private static final SmConfig SMALL = new SmallGpu().sm();

  private static SmConfig sm(int schedulers, int registerBanks, int pipes) {
    List<PipeConfig> all =
        pipes <= SMALL.pipes().size()
            ? SMALL.pipes()
            : Collections.nCopies(pipes, SMALL.pipes().get(0));
    return sm(schedulers, registerBanks, all);
  }

  private static SmConfig sm(int schedulers, int registerBanks, List<PipeConfig> all) {
    return Devices.with(
        SMALL, "warpSchedulers", schedulers, "registerBanks", registerBanks, "pipes", all);
  }

  private static String paths(SmConfig sm) {
    return Keys.violations(sm).stream().map(Violation::path).collect(Collectors.joining(" "));
  }

  @Test
  void acceptsSixteenRegisterBanksButNotMore() {
    assertEquals("", paths(sm(2, 16, 3)));
    assertEquals("registerBanks", paths(sm(2, 32, 3)));
  }

  @Test
  void refusesAMnemonicThatTwoPipesName() {
    PipeConfig.Timing named = new PipeConfig.Timing(OpClass.INT, List.of("IMAD"), 10, 2);
    List<PipeConfig> twice = new ArrayList<>(SMALL.pipes());
    twice.add(new PipeConfig("multiplier", 1, List.of(named)));

    assertEquals(
        new Violation("pipes", "IMAD twice", "each mnemonic once"),
        Keys.violations(sm(2, 4, twice)).get(0));
  }

  @Test
  void hasAtMostSixtyFourPortsOfPipesAndSchedulers() {
    assertTrue(Keys.violations(sm(8, 16, 8)).stream().anyMatch(v -> v.path().equals("pipes")));
  }
}
