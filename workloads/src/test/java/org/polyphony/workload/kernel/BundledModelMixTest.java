package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.kernel.Workload;

/**
 * The models against the SASS that nvcc 11.8 makes for sm_52. Not counted there: MEMBAR.CTA beside
 * each barrier, which this compiler adds.
 */
class BundledModelMixTest {
  private static final double POINTS = 5.0;

  /** Expected values: static instructions of kernels without out-of-line slow paths. */
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
    KernelDefinition part = part(model, kernel);
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
    Kernel kernel = launch(model, launch);

    long executed = Walk.trace(kernel, block, warp).chars().filter(c -> c == ' ').count() + 1;

    assertEquals(1.0, executed / (double) expected, tolerance);
  }

  private static KernelDefinition part(String model, String kernel) {
    return ModelWorkload.bundled(model, ModelOptions.of(0.01, 1))
        .definition()
        .kernels()
        .get(kernel);
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

  private static Kernel launch(String model, int index) {
    ModelWorkload workload = ModelWorkload.bundled(model, ModelOptions.DEFAULT);
    int seen = 0;
    for (int i = 0; i < workload.steps(); i++) {
      if (workload.step(i) instanceof Workload.Launch launch && seen++ == index) {
        return launch.kernel();
      }
    }
    throw new IllegalArgumentException("launch " + index + " of " + model);
  }
}
