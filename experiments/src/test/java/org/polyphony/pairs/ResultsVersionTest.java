package org.polyphony.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.run.Experiment;
import org.polyphony.run.GpuSimulation;
import org.polyphony.run.ResultsVersion;
import org.polyphony.run.RunResult;
import org.polyphony.run.RunWatcher;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.workload.trace.TraceOptions;

/**
 * What runs of pairs gave when the version of results was raised last. Where a hash differs, the
 * device or a kernel model has changed, which needs no new version; where only cycles do, all
 * results of the version no longer hold.
 */
class ResultsVersionTest {
  private static final String OF_VERSION =
      """
      version 2
      HS/SC spatial-even 5a96cfe573a411e1 9555 126628 3792
      HS/SC smk-even 5626dda008adeaea 10475 126767 4435
      HS/SC maestro 8ee6ed1700e4fb59 9519 126560 3823
      HS/SC smk-pw 3a32613c13c222b5 9929 126323 4254
      HS/SC warped-slicer 817dc118bcefcf49 11148 128061 2628
      BFS/NW maestro 402ab74e3dee8984 262353 1073145 11708
      """;

  @TempDir private Path folder;

  @Test
  void runsGiveWhatTheyGaveWhenTheVersionWasRaised() {
    List<String> now = new ArrayList<>(List.of("version " + ResultsVersion.CURRENT));
    Pair shortRuns = new Pair("HS", "SC", Category.COM_MEM);
    for (Variant variant :
        List.of(
            Variant.SPATIAL_EVEN,
            Variant.SMK_EVEN,
            Variant.MAESTRO,
            Variant.SMK_PW,
            Variant.WARPED_SLICER)) {
      now.add(line(shortRuns, variant, 2_000_000));
    }
    Pair severalEpochs = new Pair("BFS", "NW", Category.MEM_MEM);
    now.add(line(severalEpochs, Variant.MAESTRO, 700_000));

    assertEquals(
        OF_VERSION,
        String.join("\n", now) + "\n",
        "when cycles have changed: raise ResultsVersion.CURRENT and put what was found here");
  }

  private String line(Pair pair, Variant variant, long budget) {
    WorkloadLibrary library = new WorkloadLibrary(TraceOptions.quiet(folder));
    Experiment experiment =
        new PairExperiments(
                library, new Conditions("gtx980", Conditions.COMPILED), 1, BenchmarkSource.BUNDLED)
            .shared(pair, variant, List.of(budget, budget), 1);
    RunResult result = new GpuSimulation().run(experiment.request(), RunWatcher.NONE);
    return String.join(
        " ",
        pair.label(),
        variant.policy(),
        experiment.configHash(),
        Long.toString(result.cycles()),
        Long.toString(result.warpInstructions()),
        Long.toString(result.device().l2Hits()));
  }
}
