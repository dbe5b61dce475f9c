package org.polyphony.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.config.ExperimentLoader;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.input.InvalidInputException;
import org.polyphony.results.store.Json;
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

  private WorkloadLibrary.Opened withParameter(String name, double value) {
    ObjectNode root = Json.object().put("gpu", "gtx980");
    ObjectNode workload = root.putArray("workloads").addObject().put("benchmark", "HS");
    ObjectNode parameters = workload.putObject("parameters");
    if (value == Math.rint(value)) {
      parameters.put(name, (int) value);
    } else {
      parameters.put(name, value);
    }
    return new WorkloadLibrary(TraceOptions.quiet(folder))
        .open(ExperimentLoader.of("x", root, Path.of(""), List.of()), 0);
  }

  @Test
  void replacesParametersOfAModel() {
    long few = DistinctKernels.of(withParameter("n", 128).workload()).get(0).threadBlocks();
    long many = DistinctKernels.of(withParameter("n", 256).workload()).get(0).threadBlocks();

    assertTrue(few < many, few + " " + many);
    assertNotEquals(
        withParameter("n", 128).input().digest(), withParameter("n", 256).input().digest());
  }

  @Test
  void refusesParametersThatAModelDoesNotHave() {
    assertThrows(InvalidInputException.class, () -> withParameter("q", 128));
    assertThrows(InvalidInputException.class, () -> withParameter("n", 1.5));
  }

  @Test
  void opensTracesWithoutACache() throws IOException {
    Path cache = Files.createFile(folder.resolve("a-file"));
    WorkloadLibrary library = new WorkloadLibrary(TraceOptions.quiet(cache.resolve("traces")));

    assertEquals("saxpy", library.bundled("sample-saxpy").workload().name());
  }
}
