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

/**
 * What runs of pairs gave when the version of results was raised last. Where a hash differs, the
 * device or a kernel model has changed, which needs no new version; where only cycles do, all
 * results of the version no longer hold.
 */
class ResultsVersionTest {
  private static final String OF_VERSION =
      """
      version 1
      HS/SC spatial-even 1d59e177ca810e5d 10318 126588 3755
      HS/SC smk-even 566ce5d45c57b5e5 11412 126953 4339
      HS/SC maestro 4097e242cd0020ec 10957 126668 3954
      HS/SC smk-pw 753e967be40551f9 10667 126439 4262
      HS/SC warped-slicer 320b526e0db4ad12 11692 127991 2746
      BFS/NW maestro a53e9717cbe308ea 268037 1068347 11996
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
    WorkloadLibrary library = new WorkloadLibrary(folder, false, notice -> {});
    Experiment experiment =
        new PairExperiments(
                library, new Conditions("gtx980", Conditions.COMPILED), 1, BenchmarkSource.BUNDLED)
            .shared(pair, variant, List.of(budget, budget));
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
