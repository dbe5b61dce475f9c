package org.polyphony.run.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.simulation.StopFlag;

class HostKernelsTest {
  private static final Workload COPIES =
      new Workload() {
        @Override
        public String name() {
          return "copies";
        }

        @Override
        public int steps() {
          return 1_000_000;
        }

        @Override
        public int streams() {
          return 3;
        }

        @Override
        public Step step(int index) {
          return new HostCopy(index, 1);
        }
      };

  private final StopFlag stop = new StopFlag();
  private final Workload workload = new HostKernels.Ending(COPIES, stop);

  @Test
  void givesAllStepsBeforeAStop() {
    assertEquals(COPIES.steps(), workload.steps());
    assertEquals(new Workload.HostCopy(7, 1), workload.step(7));
  }

  @Test
  void hasTheStreamsOfItsWorkload() {
    assertEquals(3, workload.streams());
  }

  @Test
  void givesNoStepAfterAStop() {
    stop.request();

    assertThrows(CancellationException.class, () -> workload.step(0));
  }
}
