package org.polyphony.study.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.config.StudyConfig;
import org.polyphony.results.store.Json;
import org.polyphony.run.Fixtures;
import org.polyphony.study.TestContext;

class StaticPartitionsTest {
  @TempDir private Path folder;

  private StaticPartitions of(String first, String second) {
    var root = Json.object().put("gpu", "gtx980");
    List.of(first, second).forEach(root.putArray("workloads")::add);
    return new StaticPartitions(
        new TestContext(
                (request, watcher) -> Fixtures.result(request, false, 1),
                folder,
                new StringWriter())
            .get()
            .experiment("pair", root, 0)
            .request());
  }

  private static List<String> names(StaticPartitions.Line line) {
    return line.partitions().stream().map(StudyConfig.PairVariant::name).toList();
  }

  /** Of HS 8 thread blocks fit on an SM, of TPACF 7; 48 kB of shared memory bind neither. */
  @Test
  void countsThreadBlocksOfTheWorkloadOfWhichFewerFit() {
    StaticPartitions.Line line = of("HS", "TPACF").smk();

    assertEquals(
        List.of("rest+1", "rest+2", "rest+3", "rest+4", "rest+5", "rest+6", "rest+7"), names(line));
    assertEquals("rest+3", line.partitions().get(line.even()).name());
  }

  @Test
  void dealsEverySm() {
    StaticPartitions.Line line = of("HS", "TPACF").spatial();

    assertEquals(15, line.partitions().size());
    assertEquals("8:8 SMs", line.partitions().get(line.even()).name());
  }
}
