package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.workload.trace.BundledTraces;
import org.polyphony.workload.trace.TraceOptions;
import org.polyphony.workload.trace.TraceProfile;
import org.polyphony.workload.trace.TraceProfiler;
import org.polyphony.workload.trace.TraceWorkload;

class SampleModelsTest {
  /** Classes between which compilers of two generations do not move instructions. */
  private static final List<List<OpClass>> GROUPS =
      List.of(
          List.of(OpClass.INT, OpClass.UNIFORM, OpClass.SFU),
          List.of(OpClass.FP32, OpClass.FP64, OpClass.TENSOR),
          List.of(OpClass.LOAD, OpClass.TEXTURE),
          List.of(OpClass.STORE),
          List.of(OpClass.ATOMIC),
          List.of(OpClass.BRANCH, OpClass.EXIT),
          List.of(OpClass.BARRIER, OpClass.FENCE));

  @TempDir Path folder;

  @Test
  void areThoseOfTheFolder() throws IOException {
    try (var files = Files.list(Path.of("samples", "models"))) {
      assertEquals(
          BundledModels.samples(),
          files.map(f -> f.getFileName().toString().replace(".json", "")).sorted().toList());
    }
  }

  /**
   * The input of the trace, and the thread blocks at scale 1, whose co-runs were measured on an
   * H200; collatz counts steps of larger numbers, so its lanes differ.
   */
  @ParameterizedTest
  @CsvSource({
    "saxpy, n, 65536, '', 0, 262144",
    "sgemm, n, 128, rows, 128, 4096",
    "gather, n, 32768, '', 0, 32768",
    "collatz, n, 16384, '', 0, 8192",
    "histogram, n, 262144, blocks, 64, 1056",
    "chase, steps, 256, '', 0, 1",
    "transcendental, n, 32768, '', 0, 262144"
  })
  void doWhatTheirTracesDo(
      String name, String parameter, long value, String second, long secondValue, long blocks) {
    Map<String, Long> parameters = new TreeMap<>(Map.of(parameter, value));
    if (!second.isEmpty()) {
      parameters.put(second, secondValue);
    }
    Workload model = ModelWorkload.bundled(name, new ModelOptions(1, 1, parameters, false));
    Workload trace =
        TraceWorkload.open(BundledTraces.path("sample-" + name), TraceOptions.quiet(folder));

    TraceProfile measured = TraceProfiler.profile(trace);
    TraceProfile modelled = TraceProfiler.profile(model);

    assertEquals(measured.barriers(), modelled.barriers());
    for (List<OpClass> group : GROUPS) {
      assertEquals(percent(measured, group), percent(modelled, group), 5, group.toString());
    }
    double sectors = measured.global().sectorsPerAccess();
    assertEquals(sectors, modelled.global().sectorsPerAccess(), 0.15 * sectors);
    if (!name.equals("collatz")) {
      double lanes = measured.meanActiveLanes();
      assertEquals(lanes, modelled.meanActiveLanes(), 0.05 * lanes);
    }
    Workload atScaleOne = ModelWorkload.bundled(name, ModelOptions.DEFAULT);
    Workload.Launch last = (Workload.Launch) atScaleOne.step(atScaleOne.steps() - 1);
    assertEquals(blocks, last.kernel().threadBlocks());
  }

  /** Reads of constants count with the integers, as sm_90 makes them through the uniform path. */
  private static double percent(TraceProfile profile, List<OpClass> group) {
    long count = group.stream().mapToLong(c -> profile.mix().getOrDefault(c, 0L)).sum();
    long constants = profile.constantReads();
    count += group.contains(OpClass.INT) ? constants : 0;
    count -= group.contains(OpClass.LOAD) ? constants : 0;
    return 100.0 * count / profile.warpInstructions();
  }
}
