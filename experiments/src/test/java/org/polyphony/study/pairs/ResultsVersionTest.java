package org.polyphony.study.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.run.Experiment;
import org.polyphony.run.ResultsVersion;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.workload.trace.TraceOptions;

/**
 * What runs of pairs gave when the version of results was raised last. Where a hash differs, the
 * device or a kernel model has changed, which needs no new version; where only cycles do, all
 * results of the version no longer hold.
 */
class ResultsVersionTest {
  private static final String OF_VERSION =
      """
      version 3
      HS/SC spatial-even 108ba5e5a0fcf1ec 9632 126716 3799
      HS/SC smk-even f51edde05b7d3f04 10596 126919 4439
      HS/SC maestro 0842a00b06fa1b7e 9532 126337 3739
      HS/SC smk-pw f7cd03b71ef0c43f 10490 126297 4312
      HS/SC warped-slicer 161058d064faef3e 11219 128226 2691
      BFS/NW maestro ebb387ea3578ba32 264758 1063791 12674
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
