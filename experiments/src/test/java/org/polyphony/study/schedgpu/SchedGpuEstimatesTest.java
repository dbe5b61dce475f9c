package org.polyphony.study.schedgpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Phase;

class SchedGpuEstimatesTest {
  /** Three launches of 8 with 6 between them take 36: six of 4 with 2.4. */
  @Test
  void launchesTakeAsLongInAll() {
    Application app = application("x", new Phase.Launch(new HostKernel("k", 8, 1, 1), 3, 6));

    Phase.Launch launch = (Phase.Launch) SchedGpuEstimates.withLaunches(app, 2).phases().get(0);

    assertEquals(6, launch.launches());
    assertEquals(4, launch.kernel().aloneNanos());
    assertEquals(2, launch.thinkNanos()); // 12 / 5, rounded
  }

  /** Ten intervals of 100 and two launches of 10 are five of 200 and two of 20. */
  @Test
  void intervalsTakeAsLongInAll() {
    List<Phase> interval =
        List.of(new Phase.Cpu(100), new Phase.Launch(new HostKernel("k", 10, 1, 1), 2, 30));
    Application app =
        SchedGpuEstimates.withIntervals(
            application("MUMmerGPU", new Phase.Repeat(10, interval)), 5);

    assertEquals(10, app.phases().size());
    assertEquals(new Phase.Cpu(200), app.phases().get(8));
    assertEquals(new Phase.Launch(new HostKernel("k", 20, 1, 1), 2, 60), app.phases().get(9));
  }

  @Test
  void otherApplicationsHaveNoIntervals() {
    Application app = application("ARA", new Phase.Cpu(7));

    assertEquals(app, SchedGpuEstimates.withIntervals(app, 5));
  }

  private static Application application(String name, Phase phase) {
    return Application.of(name, List.of(phase));
  }
}
