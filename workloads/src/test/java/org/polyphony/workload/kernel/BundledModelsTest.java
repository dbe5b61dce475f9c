package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Workload;

class BundledModelsTest {
  static List<String> names() {
    return BundledModels.names();
  }

  private static ModelWorkload model(String name, double scale, long seed) {
    return ModelWorkload.bundled(name, ModelOptions.of(scale, seed));
  }

  /** Expected values: nvcc 11.8 for sm_52, and the launch configuration of the real program. */
  @ParameterizedTest
  @CsvFileSource(resources = "kernel-resources.csv", numLinesToSkip = 1)
  void needsTheResourcesOfTheRealKernel(
      String model, String kernel, int registers, int sharedBytes, int threads) {
    KernelDefinition part = model(model, 0.01, 1).definition().kernels().get(kernel);

    assertEquals(registers, part.registers());
    assertEquals(sharedBytes, part.sharedMemoryBytes());
    assertEquals(threads, part.threads());
  }

  /** Expected values: the default input of the real program. */
  @ParameterizedTest
  @CsvFileSource(resources = "grids.csv", numLinesToSkip = 1)
  void launchesTheRealGridAtPaperScale(String model, int launch, long threadBlocks) {
    List<Workload.Launch> launches = launches(model(model, 1.0, 1));

    assertEquals(threadBlocks, launches.get(launch).kernel().threadBlocks());
  }

  /** Expected values: GPU Maestro, Table 3. */
  @ParameterizedTest
  @CsvFileSource(resources = "types.csv", numLinesToSkip = 1)
  void hasTheTypeOfThePaper(String model, String type) {
    assertEquals(type, model(model, 0.01, 1).definition().type());
  }

  @ParameterizedTest
  @MethodSource("names")
  void hasOnlyInstructionsThatTheDeviceExecutesExactly(String name) {
    for (KernelDefinition kernel : model(name, 0.01, 1).definition().kernels().values()) {
      InstructionTable table = kernel.instructions();
      for (int i = 0; i < table.size(); i++) {
        assertTrue(table.fidelity(i).isExact(), table.mnemonic(i));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void saysWhatItModelsAndWhereThatComesFrom(String name) {
    ModelDefinition description = model(name, 0.01, 1).definition();

    assertEquals(name, description.name());
    assertTrue(description.about().length() > 100, description.about());
    assertTrue(description.source().length() > 20, description.source());
  }

  @ParameterizedTest
  @MethodSource("names")
  void runsToItsEndInsideItsArrays(String name) {
    Walk walk = new Walk();

    walk.run(model(name, 0.004, 1), 7);

    assertTrue(walk.threadInstructions > 0);
  }

  @ParameterizedTest
  @MethodSource("names")
  void isTheSameForTheSameSeed(String name) {
    assertEquals(fingerprint(model(name, 0.004, 5)), fingerprint(model(name, 0.004, 5)));
  }

  private static List<Workload.Launch> launches(Workload workload) {
    List<Workload.Launch> launches = new ArrayList<>();
    for (int i = 0; i < workload.steps() && launches.size() < 16; i++) {
      if (workload.step(i) instanceof Workload.Launch launch) {
        launches.add(launch);
      }
    }
    return launches;
  }

  private static List<String> fingerprint(Workload workload) {
    List<String> traces = new ArrayList<>();
    for (int i = 0; i < workload.steps(); i++) {
      if (workload.step(i) instanceof Workload.Launch launch) {
        Walk walk = new Walk();
        walk.run(launch.kernel(), 41);
        traces.add(walk.mix + " " + walk.threadInstructions + " " + walk.segments);
      }
    }
    return traces;
  }

  @Test
  void compilesAKernelOnceForAllItsLaunches() {
    ModelWorkload model = ModelWorkload.bundled("NW", ModelOptions.DEFAULT);
    ModelKernel first = (ModelKernel) ((Workload.Launch) model.step(2)).kernel();
    ModelKernel second = (ModelKernel) ((Workload.Launch) model.step(3)).kernel();

    assertNotEquals(first.threadBlocks(), second.threadBlocks());
    assertSame(first.program(), second.program());
  }
}
