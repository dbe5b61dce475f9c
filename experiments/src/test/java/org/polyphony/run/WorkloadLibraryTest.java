package org.polyphony.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.config.ExperimentLoader;
import org.polyphony.config.LoadedExperiment;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.results.store.Json;
import org.polyphony.workload.kernel.BundledModels;
import org.polyphony.workload.trace.BundledTraces;
import org.polyphony.workload.trace.TraceOptions;

class WorkloadLibraryTest {
  @TempDir private Path folder;

  private WorkloadLibrary.Opened open(int repeat) {
    ObjectNode root = Json.object().put("gpu", "gtx980");
    root.putArray("workloads").addObject().put("benchmark", "BP").put("repeat", repeat);
    return new WorkloadLibrary(TraceOptions.quiet(folder))
        .open(ExperimentLoader.of("x", root, Path.of(""), List.of()), 0);
  }

  @Test
  void repeatsAHostProgramStepByStep() {
    Workload once = open(1).workload();
    Workload thrice = open(3).workload();

    assertEquals(7, once.steps()); // of BP: five copies, two launches
    assertEquals(21, thrice.steps());
    assertEquals(thrice.step(2), thrice.step(9));
    assertNotEquals(thrice.step(2), thrice.step(10));
    assertEquals("BP", thrice.name());
  }

  @Test
  void saysAfterHowManyStepsTheSameComeAgain() {
    Workload often = open(100_000).workload();

    assertEquals(700_000, often.steps());
    assertEquals(7, often.period());
    assertEquals(2, DistinctKernels.of(often).size());
  }

  @Test
  void knowsARepeatedWorkloadFromTheSameOnce() {
    assertNotEquals(open(1).input().digest(), open(2).input().digest());
    assertNotEquals(open(2).input().digest(), open(3).input().digest());
    assertEquals(open(2).input().digest(), open(2).input().digest());
  }

  private LoadedExperiment ordered(String kind, String reference, String order) {
    ObjectNode root = Json.object().put("gpu", "gtx980");
    root.putArray("workloads")
        .addObject()
        .put(kind, reference)
        .put("scale", 0.1)
        .put("order", order);
    return ExperimentLoader.of("x", root, Path.of(""), List.of());
  }

  /** Cached runs alone, kept runs of pairs and of hosts are all found by this digest. */
  @Test
  void knowsAWorkloadInSourceOrderFromTheSameAsCompiled() throws IOException {
    Path model = folder.resolve("mine.json");
    Files.writeString(model, BundledModels.text("saxpy"));
    Path trace = BundledTraces.path("sample-saxpy");
    List<List<String>> workloads =
        List.of(
            List.of("benchmark", "BS"),
            List.of("benchmark", "sample-saxpy"),
            List.of("trace", trace.toString()),
            List.of("model", model.toString()));
    WorkloadLibrary library = new WorkloadLibrary(TraceOptions.quiet(folder));
    for (List<String> workload : workloads) {
      String kind = workload.get(0);
      LoadedExperiment compiled = ordered(kind, workload.get(1), "compiled");
      LoadedExperiment source = ordered(kind, workload.get(1), "source");

      assertNotEquals(
          library.open(compiled, 0).input().digest(), library.open(source, 0).input().digest());
      assertNotEquals(library.digest(compiled, 0), library.digest(source, 0));
      assertEquals(library.open(source, 0).input().digest(), library.digest(source, 0));
      assertEquals(library.open(compiled, 0).input().digest(), library.digest(compiled, 0));
      // a sweep tells the runs alone that it prepares by what the config says
      assertNotEquals(
          compiled.config().workloads().get(0).toString(),
          source.config().workloads().get(0).toString());
    }
  }

  @Test
  void opensTracesWithoutACache() throws IOException {
    Path cache = Files.createFile(folder.resolve("a-file"));
    WorkloadLibrary library = new WorkloadLibrary(TraceOptions.quiet(cache.resolve("traces")));

    assertEquals("saxpy", library.bundled("sample-saxpy").workload().name());
  }
}
