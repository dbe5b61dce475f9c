package org.polyphony.study.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.workload.trace.TraceOptions;

class PairExperimentsTest {
  private static final Pair BP_HS = new Pair("BP", "HS", Category.COM_COM);
  private static final Pair BS_LC = new Pair("BS", "LC", Category.COM_MEM);
  private static final List<Long> BUDGETS = List.of(700L, 900L);

  private static final Variant MAESTRO = Variant.onMaestroSms("maestro", Map.of());
  private static final Variant IDEAL = new Variant("maestro", Map.of(), "lrr", "two-way", "ideal");
  private static final Variant SMK_EVEN =
      new Variant("smk-even", Map.of(), "none", "one-way", "chimera");

  @TempDir private Path folder;

  private PairExperiments experiments() {
    return new PairExperiments(new WorkloadLibrary(TraceOptions.quiet(folder)), "gtx980", 1000);
  }

  private PairExperiments experiments(boolean startsAgain) {
    PairExperiments experiments = experiments();
    if (startsAgain) {
      experiments.startAgain("BP");
    }
    return experiments;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void hashesAreThoseOfTheExperimentsThatRun(boolean startsAgain) {
    PairExperiments experiments = experiments(startsAgain);
    for (Variant variant : List.of(MAESTRO, SMK_EVEN, IDEAL)) {
      for (Pair pair : List.of(BP_HS, BS_LC)) {
        for (long seed = 1; seed <= 2; seed++) {
          assertEquals(
              experiments(startsAgain).shared(pair, variant, BUDGETS, seed).configHash(),
              experiments.sharedHash(pair, variant, BUDGETS, seed));
        }
      }
    }
    assertEquals(
        experiments(startsAgain).alone("BS").configHash(), experiments.aloneHash("BS", 1000, 1));
  }

  @Test
  void aProgramStartsAgainInARoundOfAGivenTime() {
    Workload once = experiments(false).alone("BP").request().workloads().get(0);
    Workload again = experiments(true).alone("BP").request().workloads().get(0);

    assertEquals(once.steps(), again.period());
    assertTrue(again.steps() > 100 * once.steps());
  }

  @Test
  void tellsPairsVariantsAndBudgetsApart() {
    PairExperiments experiments = experiments();
    Variant withLrr = Variant.onMaestroSms("smk-even", Map.of());
    Set<String> hashes = new HashSet<>();
    hashes.add(experiments.sharedHash(BP_HS, MAESTRO, BUDGETS, 1));
    hashes.add(experiments.sharedHash(BS_LC, MAESTRO, BUDGETS, 1));
    hashes.add(experiments.sharedHash(BP_HS, SMK_EVEN, BUDGETS, 1));
    hashes.add(experiments.sharedHash(BP_HS, withLrr, BUDGETS, 1));
    hashes.add(experiments.sharedHash(BP_HS, MAESTRO, List.of(700L, 901L), 1));

    hashes.add(experiments.sharedHash(BP_HS, MAESTRO, BUDGETS, 2));

    assertEquals(6, hashes.size());
    assertNotEquals(experiments.aloneHash("BS", 1000, 1), experiments.aloneHash("BS", 1000, 2));
    assertNotEquals(experiments.aloneHash("BS", 1000, 1), experiments.aloneHash("BS", 999, 1));
  }
}
