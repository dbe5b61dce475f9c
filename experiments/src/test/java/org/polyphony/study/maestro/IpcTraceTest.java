package org.polyphony.study.maestro;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.simulation.RunResult.WindowRow;

class IpcTraceTest {
  private static WindowRow window(int number, int workload, long instructions) {
    return new WindowRow(
        number, 1000L * number, 1000L * (number + 1), workload, "k", 0, instructions);
  }

  @Test
  void countsTheWindowsInWhichAWorkloadIsSlower() {
    List<WindowRow> windows =
        List.of(
            window(0, 0, 45_000), window(0, 1, 5_000), // 45 and 5 in a cycle
            window(1, 0, 30_000), window(1, 1, 20_000));

    assertEquals(0.5, IpcTrace.slowShare(windows, 1, 20));
    assertEquals(0, IpcTrace.slowShare(windows, 0, 20));
  }

  @Test
  void findsNoSlowWindowWhereThereIsNone() {
    assertEquals(0, IpcTrace.slowShare(List.of(), 0, 20));
  }
}
