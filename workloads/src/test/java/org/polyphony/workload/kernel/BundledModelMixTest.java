package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
  @CsvSource({
    // integer with moves, floating point, conversions and transcendental, loads, stores, control
    "BFS, Kernel, 36, 0, 0, 8, 3, 5",
    "BFS, Kernel2, 19, 0, 0, 1, 4, 3",
    "BP, bpnn_layerforward_CUDA, 108, 5, 13, 14, 9, 2",
    "BP, bpnn_adjust_weights_cuda, 42, 12, 16, 12, 4, 2",
    "LUD, lud_internal, 32, 17, 0, 23, 3, 1",
    "MRIQ, ComputeQ_GPU, 33, 18, 9, 9, 2, 4",
    "NW, needle_cuda_shared_1, 290, 0, 0, 159, 66, 94",
    "NW, needle_cuda_shared_2, 280, 0, 0, 159, 66, 94",
    "FWT, fwtBatch2Kernel, 42, 8, 0, 4, 4, 1",
    "FWT, fwtBatch1Kernel, 48, 10, 0, 7, 7, 14",
    "SRAD, srad_cuda_2, 72, 6, 4, 15, 6, 6",
    "MUM, mummergpuKernel, 160, 0, 6, 6, 2, 25",
    "SAD, mb_sad_calc, 392, 0, 10, 24, 11, 20",
    "SAD, larger_sad_calc_8, 172, 0, 0, 20, 25, 11",
    "SAD, larger_sad_calc_16, 117, 0, 0, 20, 25, 8",
    "HW, kernel, 4916, 501, 314, 547, 284, 558"
  })
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
  @CsvSource({
    "BP, 0, 0, 0, 159, 0.05",
    "BT, 0, 3960, 0, 282, 0.08",
    "BT, 1, 1000, 0, 226, 0.09",
    "CP, 0, 300, 0, 5500, 0.05",
    "FWT, 0, 100, 0, 59, 0.02",
    "FWT, 14, 0, 0, 2800, 0.05",
    "FWT, 6, 100, 0, 283, 0.05",
    "LBM, 0, 9050, 1, 286, 0.03",
    "LC, 0, 300, 0, 37175, 0.07",
    "LC, 1, 400, 0, 9000, 0.12",
    "LMD, 0, 555, 0, 162000, 0.10",
    "FDTD, 0, 40, 9, 31000, 0.05",
    "KM, 1, 99, 3, 1290, 0.05",
    "LUD, 0, 0, 0, 2380, 0.05",
    "LUD, 1, 7, 0, 2604, 0.05",
    "LUD, 2, 100, 5, 77, 0.03",
    "MRIQ, 1, 500, 0, 15400, 0.01",
    "NW, 5, 3, 0, 643, 0.03",
    "SRAD, 1, 500, 2, 114, 0.05",
    "SC, 0, 60, 0, 2450, 0.03",
    "ST, 0, 500, 1, 7200, 0.06",
    "TPACF, 0, 150, 3, 80000, 0.05",
    "SAD, 0, 100, 0, 2000, 0.03",
    "SAD, 1, 10, 0, 450, 0.03",
    "SAD, 2, 10, 0, 400, 0.06"
  })
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
