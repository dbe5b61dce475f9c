package org.polyphony.study.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.config.StudyConfig.PairVariant;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.store.ResultsVersion;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;
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
      version 6
      HS/SC spatial-even 856bb8e9b863b963 9567 126816 3736
      HS/SC smk-even 8f6656d00910173c 10471 127413 4435
      HS/SC maestro f667ca191f21b5f6 9999 126685 3862
      HS/SC smk-pw 7445a7df315e1cef 10231 126605 4471
      HS/SC warped-slicer 29d0707b4968e524 11119 128551 2633
      BFS/NW maestro f27896b9a14bc160 264775 1008024 13701
      """;

  private static final PairVariant MAESTRO =
      PairVariant.onMaestroSms("maestro", "maestro", Map.of());

  @TempDir private Path folder;

  private static PairVariant plain(String policy) {
    return new PairVariant(policy, policy, Map.of(), "none", "one-way", "chimera");
  }

  @Test
  void runsGiveWhatTheyGaveWhenTheVersionWasRaised() {
    List<String> now = new ArrayList<>(List.of("version " + ResultsVersion.CURRENT));
    Pair shortRuns = new Pair("HS", "SC", "COM/MEM");
    for (String policy :
        List.of("spatial-even", "smk-even", "maestro", "smk-pw", "warped-slicer")) {
      now.add(line(shortRuns, policy.equals("maestro") ? MAESTRO : plain(policy), 2_000_000));
    }
    Pair severalEpochs = new Pair("BFS", "NW", "MEM/MEM");
    now.add(line(severalEpochs, MAESTRO, 700_000));

    assertEquals(
        OF_VERSION,
        String.join("\n", now) + "\n",
        "when cycles have changed: raise ResultsVersion.CURRENT and put what was found here");
  }

  private String line(Pair pair, PairVariant variant, long budget) {
    WorkloadLibrary library = new WorkloadLibrary(TraceOptions.quiet(folder));
    Experiment experiment = new PairExperiments(library, "gtx980", 0).open(pair, variant);
    RunSpec spec = experiment.spec().with().instructionBudget(budget).build();
    RunResult result = new GpuSimulation().run(spec, RunWatcher.NONE);
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
