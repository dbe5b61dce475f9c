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
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.kernel.Workload;

class BundledModelsTest {
  private static final double POINTS = 5.0; // of percent

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
    assertEquals(threadBlocks, launched(model, launch).threadBlocks());
  }

  /**
   * Expected values: static instructions that nvcc 11.8 makes for sm_52 of kernels without
   * out-of-line slow paths, but for the MEMBAR.CTA that it adds beside each barrier.
   */
  @ParameterizedTest
  @CsvFileSource(resources = "static-mix.csv", numLinesToSkip = 1)
  void hasTheStaticMixOfTheRealKernel(
      String model,
      String kernel,
      int integer,
      int floating,
      int special,
      int loads,
      int stores,
      int control) {
    KernelDefinition part = model(model, 0.01, 1).definition().kernels().get(kernel);
    double all = integer + floating + special + loads + stores + control;

    assertEquals(100 * integer / all, share(part, OpClass.INT), POINTS);
    assertEquals(100 * floating / all, share(part, OpClass.FP32, OpClass.FP64), POINTS);
    assertEquals(100 * special / all, share(part, OpClass.SFU), POINTS);
    assertEquals(100 * loads / all, share(part, OpClass.LOAD), POINTS);
    assertEquals(100 * stores / all, share(part, OpClass.STORE), POINTS);
    assertEquals(100 * control / all, share(part, OpClass.BRANCH, OpClass.EXIT), POINTS);
  }

  /**
   * Expected values: SASS length times trip count per warp, at the real input. LMD: an inner box;
   * 27 boxes of 50 trips of 120 instructions for two pairs each.
   */
  @ParameterizedTest
  @CsvFileSource(resources = "warp-instructions.csv", numLinesToSkip = 1)
  void executesAsManyInstructionsPerWarpAsTheRealKernel(
      String model, int launch, long block, int warp, long expected, double tolerance) {
    Kernel kernel = launched(model, launch);

    long executed = Walk.trace(kernel, block, warp).chars().filter(c -> c == ' ').count() + 1;

    assertEquals(1.0, executed / (double) expected, tolerance);
  }

  private static double share(KernelDefinition part, OpClass... classes) {
    int sum = 0;
    int all = 0;
    for (int i = 0; i < part.instructions().size(); i++) {
      OpClass opClass = part.instructions().opClass(i);
      sum += List.of(classes).contains(opClass) ? 1 : 0;
      all += opClass == OpClass.BARRIER ? 0 : 1;
    }
    return 100.0 * sum / all;
  }

  /** Expected values: GPU Maestro, Table 3. */
  @ParameterizedTest
  @CsvFileSource(resources = "types.csv", numLinesToSkip = 1)
  void hasTheTypeOfThePaper(String model, String type) {
    assertEquals(type, model(model, 0.01, 1).definition().type());
  }

  @ParameterizedTest
  @MethodSource("names")
  void saysWhatItModelsAndHasOnlyInstructionsThatTheDeviceExecutesExactly(String name) {
    ModelDefinition model = model(name, 0.01, 1).definition();

    assertEquals(name, model.name());
    assertTrue(model.about().length() > 100, model.about());
    assertTrue(model.source().length() > 20, model.source());
    for (KernelDefinition kernel : model.kernels().values()) {
      InstructionTable table = kernel.instructions();
      for (int i = 0; i < table.size(); i++) {
        assertTrue(table.fidelity(i).isExact(), table.mnemonic(i));
      }
    }
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

  /** Returns the kernel of a launch at paper scale, by the index of the launch. */
  private static Kernel launched(String model, int index) {
    Workload workload = model(model, 1.0, 1);
    int seen = 0;
    for (int i = 0; i < workload.steps(); i++) {
      if (workload.step(i) instanceof Workload.Launch launch && seen++ == index) {
        return launch.kernel();
      }
    }
    throw new IllegalArgumentException("launch " + index + " of " + model);
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
