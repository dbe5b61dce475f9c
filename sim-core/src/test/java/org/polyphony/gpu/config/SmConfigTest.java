package org.polyphony.gpu.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.input.Violation;

class SmConfigTest {
  private static final SmConfig SMALL = new SmallGpu().sm();

  private static SmConfig sm(int schedulers, int registerBanks, int pipes) {
    List<PipeConfig> all =
        pipes <= SMALL.pipes().size()
            ? SMALL.pipes()
            : Collections.nCopies(pipes, SMALL.pipes().get(0));
    return new SmConfig(
        schedulers,
        1,
        16,
        512,
        8,
        16384,
        256,
        16384,
        16384,
        256,
        0,
        registerBanks,
        2,
        all,
        SMALL.sharedMemory());
  }

  private static String paths(SmConfig sm) {
    return sm.violations().stream().map(Violation::path).collect(Collectors.joining(" "));
  }

  @Test
  void acceptsSixteenRegisterBanksButNotMore() {
    assertEquals("", paths(sm(2, 16, 3)));
    assertEquals("registerBanks", paths(sm(2, 32, 3)));
  }

  @Test
  void hasAtMostSixtyFourPortsOfPipesAndSchedulers() {
    assertEquals("pipes", sm(8, 16, 8).violations().get(0).path());
  }
}
