package org.polyphony.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
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
      """;

  @TempDir private Path folder;

  @Test
  void runsGiveWhatTheyGaveWhenTheVersionWasRaised() {
    List<Pair> pairs =
        List.of(
            new Pair("HS", "SC", Category.COM_MEM),
            new Pair("BFS", "NW", Category.MEM_MEM),
            new Pair("LC", "TPACF", Category.COM_COM));
    List<Variant> variants =
        List.of(
            Variant.SPATIAL_EVEN,
            Variant.SMK_EVEN,
            Variant.MAESTRO,
            Variant.SMK_PW,
            Variant.WARPED_SLICER);

    String now =
        pairs.stream()
            .flatMap(pair -> variants.stream().map(variant -> line(pair, variant)))
            .collect(Collectors.joining("\n", "version " + ResultsVersion.CURRENT + "\n", "\n"));

    assertEquals(
        OF_VERSION,
        now,
        "when cycles have changed: raise ResultsVersion.CURRENT and put what was found here");
  }

  private String line(Pair pair, Variant variant) {
    WorkloadLibrary library = new WorkloadLibrary(folder, false, notice -> {});
    Experiment experiment =
        new PairExperiments(library, "gtx980", 1, BenchmarkSource.BUNDLED)
            .shared(pair, variant, List.of(4_000_000L, 4_000_000L));
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
