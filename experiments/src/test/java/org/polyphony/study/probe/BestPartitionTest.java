package org.polyphony.study.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.results.table.Row;
import org.polyphony.run.Fixtures;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.study.Scale;
import org.polyphony.study.StudyContext;
import org.polyphony.study.TestContext;

class BestPartitionTest {
  private static final int BEST_SMS = 9; // of the first benchmark

  @TempDir private Path folder;

  /** A pair takes twice as long together as alone, and longer the further from 9 of 16 SMs. */
  private static RunResult simulate(RunSpec spec, RunWatcher watcher) {
    if (spec.workloads().size() == 1) {
      return Fixtures.result(spec, !watcher.shouldContinue(0, 1_000_000_000, 0), 100);
    }
    Map<String, ?> parameters = spec.parameters();
    int off =
        parameters.get("sms") instanceof List<?> sms
            ? Math.abs((Integer) sms.get(0) - BEST_SMS)
            : 4;
    return Fixtures.result(spec, false, 200 + 10 * off);
  }

  private List<Row> rows() {
    StudyContext context =
        new TestContext(BestPartitionTest::simulate, folder, new StringWriter())
            .effort(
                new StudyContext.Effort(Scale.QUICK, 1, 1, null, OptionalLong.empty(), Instant.MAX))
            .get();
    BestPartition.Parameters of = new BestPartition.Parameters(List.of(), 100);
    return BestPartition.PROBE.body().run(context, "gtx980", folder, of).orElseThrow().rows();
  }

  @Test
  void findsTheBestPartition() {
    Row best = rows().stream().max(Comparator.comparingDouble(r -> r.number("stp"))).orElseThrow();

    assertEquals("9:7 SMs", best.text("partition"));
  }

  @Test
  void leavesOutPartitionsBeyondOneThatIsMuchWorse() {
    List<String> splits =
        rows().stream().map(r -> r.text("partition")).filter(p -> p.endsWith(" SMs")).toList();

    // 6:10 and 12:4 are 15% worse than 9:7, so 5:11 and 13:3 are not tried
    assertEquals(7, splits.size(), splits.toString());
  }
}
