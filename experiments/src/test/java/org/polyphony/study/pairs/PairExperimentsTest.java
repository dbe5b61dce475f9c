package org.polyphony.study.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.config.StudyConfig.PairVariant;
import org.polyphony.input.Home;
import org.polyphony.results.store.RunKey;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.workload.trace.TraceOptions;

class PairExperimentsTest {
  private static final Pair BP_HS = new Pair("BP", "HS", "COM/COM");
  private static final Pair HS_BP = new Pair("HS", "BP", "COM/COM");
  private static final PairVariant MAESTRO = variant("maestro");

  @TempDir private Path folder;

  private static PairVariant variant(String policy) {
    return PairVariant.onMaestroSms("a name", policy, Map.of());
  }

  private RunKey key(long cycles, Pair pair, PairVariant variant, long seed) {
    WorkloadLibrary library = new WorkloadLibrary(TraceOptions.quiet(folder));
    return new PairExperiments(library, "gtx980", cycles).spec(pair, variant, seed).key();
  }

  @Test
  void aRunIsTheSameUnderAnotherNameOfItsVariant() {
    PairVariant other = PairVariant.onMaestroSms("another", "maestro", Map.of());

    assertEquals(key(1000, BP_HS, MAESTRO, 1), key(1000, BP_HS, other, 1));
  }

  @Test
  void aRunIsKnownByTheKeyUnderWhichItIsStoredOnADeviceWithOwnParts() throws IOException {
    Path part = Home.find().resolve("policy-template/src/main/java/org/example/ReadsFirst.java");
    String gpu = "{\"extends\": \"gtx980\", \"dram\": {\"scheduler\": \"" + part + "\"}}";
    Path device = Files.writeString(folder.resolve("own.json"), gpu);
    WorkloadLibrary library = new WorkloadLibrary(TraceOptions.quiet(folder));
    PairExperiments experiments = new PairExperiments(library, device.toString(), 1000);

    RunKey known = experiments.spec(BP_HS, MAESTRO, 1).key();

    assertEquals(experiments.open(BP_HS, MAESTRO).key(), known);
    assertNotEquals(key(1000, BP_HS, MAESTRO, 1), known);
  }

  @Test
  void tellsPairsVariantsRoundsAndSeedsApart() {
    PairVariant ideal = new PairVariant("", "maestro", Map.of(), "lrr", "two-way", "ideal");
    Set<RunKey> keys = new HashSet<>();
    keys.add(key(1000, BP_HS, MAESTRO, 1));
    keys.add(key(1000, HS_BP, MAESTRO, 1));
    keys.add(key(1000, BP_HS, variant("smk-even"), 1));
    keys.add(key(1000, BP_HS, ideal, 1));
    keys.add(key(1001, BP_HS, MAESTRO, 1));
    keys.add(key(1000, BP_HS, MAESTRO, 2));

    assertEquals(6, keys.size());
    assertTrue(keys.stream().allMatch(key -> key.about().contains("BP")), keys.toString());
  }
}
