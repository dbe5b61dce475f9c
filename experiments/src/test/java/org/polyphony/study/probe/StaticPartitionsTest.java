package org.polyphony.study.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.config.StudyConfig;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairExperiments;
import org.polyphony.workload.trace.TraceOptions;

class StaticPartitionsTest {
  @TempDir private Path folder;

  private StaticPartitions of(String first, String second) {
    WorkloadLibrary library = new WorkloadLibrary(TraceOptions.quiet(folder));
    StudyConfig.PairVariant any = StudyConfig.PairVariant.onMaestroSms("", "smk-even", Map.of());
    return new StaticPartitions(
        new PairExperiments(library, "gtx980", 0)
            .open(new Pair(first, second, "COM/COM"), any)
            .spec());
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
