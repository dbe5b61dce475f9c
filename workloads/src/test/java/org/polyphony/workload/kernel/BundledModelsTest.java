package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
  @CsvSource({
    "BS, BlackScholesGPU, 16, 0, 128",
    "CP, cenergy, 24, 0, 128",
    "HS, calculate_temp, 32, 3072, 256",
    "LBM, performStreamCollide_kernel, 40, 0, 120",
    "FDTD, FiniteDifferencesKernel, 80, 3840, 512",
    "KM, invert_mapping, 22, 0, 256",
    "KM, kmeansPoint, 21, 0, 256",
    "LUD, lud_diagonal, 32, 1024, 16",
    "LUD, lud_perimeter, 32, 3072, 32",
    "LUD, lud_internal, 23, 2048, 256",
    "MRIQ, ComputePhiMag_GPU, 8, 0, 512",
    "MRIQ, ComputeQ_GPU, 22, 0, 256",
    "NW, needle_cuda_shared_1, 32, 2180, 16",
    "NW, needle_cuda_shared_2, 32, 2180, 16",
    "BT, findK, 27, 0, 256",
    "BT, findRangeK, 32, 0, 256",
    "FWT, fwtBatch1Kernel, 18, 8192, 512",
    "FWT, fwtBatch2Kernel, 20, 0, 256",
    "FWT, modulateKernel, 22, 0, 256",
    "TPACF, gen_hists, 30, 13312, 256",
    "SRAD, srad_cuda_1, 19, 6144, 256",
    "SRAD, srad_cuda_2, 23, 5120, 256",
    "MUM, mummergpuKernel, 25, 0, 256",
    "MUM, printKernel, 27, 0, 256",
    "SAD, mb_sad_calc, 56, 2224, 61",
    "SAD, larger_sad_calc_8, 32, 0, 128",
    "SAD, larger_sad_calc_16, 32, 0, 32",
    "HW, kernel, 40, 11872, 256"
  })
  void needsTheResourcesOfTheRealKernel(
      String model, String kernel, int registers, int sharedBytes, int threads) {
    KernelDefinition part = model(model, 0.01, 1).definition().kernels().get(kernel);

    assertEquals(registers, part.registers());
    assertEquals(sharedBytes, part.sharedMemoryBytes());
    assertEquals(threads, part.threads());
  }

  /** Launches with their thread blocks; expected: the default input of the real program. */
  @ParameterizedTest
  @CsvSource({
    "BFS, 0:1954",
    "BP, 0:4096",
    "BS, 0:31250",
    "BT, 0:6000 1:10000",
    "CP, 0:512",
    "FWT, 0:8192 1:8192 6:4096 14:128",
    "FDTD, 0:288",
    "HS, 0:1849",
    "LBM, 0:18000",
    "LC, 0:596 1:796 2:36",
    "LMD, 0:1000",
    "KM, 0:1936 1:1936",
    "LUD, 0:1 1:15 2:225",
    "MRIQ, 0:4 1:1024",
    "NW, 0:1 1:2",
    "SRAD, 0:16384 1:16384",
    "SC, 0:128",
    "ST, 0:1024",
    "TPACF, 0:201",
    "MUM, 0:196",
    "SAD, 0:1584 1:99 2:99",
    "HW, 0:51"
  })
  void launchesTheRealGridAtPaperScale(String model, String expected) {
    List<Workload.Launch> launches = launches(model(model, 1.0, 1));

    for (String each : expected.split(" ", -1)) {
      String[] sides = each.split(":", -1);
      Workload.Launch launch = launches.get(Integer.parseInt(sides[0]));
      assertEquals(Long.parseLong(sides[1]), launch.kernel().threadBlocks(), each);
    }
  }

  /** Expected values: GPU Maestro, Table 3. */
  @ParameterizedTest
  @CsvSource({
    "MEM, BFS BS BT FWT FDTD LBM LMD KM LUD NW SRAD SC ST MUM",
    "COM, BP CP HS LC MRIQ TPACF SAD HW"
  })
  void hasTheTypeOfThePaper(String type, String models) {
    for (String model : models.split(" ", -1)) {
      assertEquals(type, model(model, 0.01, 1).definition().type(), model);
    }
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
