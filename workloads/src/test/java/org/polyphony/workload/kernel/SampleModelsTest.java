package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

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
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.workload.trace.BundledTraces;
import org.polyphony.workload.trace.ModelAgreement;
import org.polyphony.workload.trace.ModelAgreement.Row;
import org.polyphony.workload.trace.TraceOptions;
import org.polyphony.workload.trace.TraceProfile;
import org.polyphony.workload.trace.TraceProfiler;
import org.polyphony.workload.trace.TraceWorkload;

class SampleModelsTest {
  @TempDir Path folder;

  @Test
  void areThoseOfTheFolder() throws IOException {
    try (var files = Files.list(Path.of("samples", "models"))) {
      assertEquals(
          BundledModels.samples(),
          files.map(f -> f.getFileName().toString().replace(".json", "")).sorted().toList());
    }
  }

  /** The input of the trace; collatz counts steps of larger numbers, so its lanes differ. */
  @ParameterizedTest
  @CsvSource({
    "saxpy, n, 65536, '', 0, ''",
    "sgemm, n, 128, rows, 128, ''",
    "gather, n, 32768, '', 0, ''",
    "collatz, n, 16384, '', 0, mean active lanes",
    "histogram, n, 262144, blocks, 64, ''",
    "chase, steps, 256, '', 0, ''",
    "transcendental, n, 32768, '', 0, ''"
  })
  void doWhatTheirTracesDo(
      String name, String parameter, long value, String second, long secondValue, String except) {
    Map<String, Long> parameters = new TreeMap<>(Map.of(parameter, value));
    if (!second.isEmpty()) {
      parameters.put(second, secondValue);
    }
    Workload model = ModelWorkload.bundled(name, new ModelOptions(1, 1, parameters));
    Workload trace =
        TraceWorkload.open(BundledTraces.path("sample-" + name), TraceOptions.quiet(folder));

    Map<String, TraceProfile> left = TraceProfiler.profileKernels(trace);
    Map<String, TraceProfile> right = TraceProfiler.profileKernels(model);
    List<Row> rows = ModelAgreement.rows(left, right);

    assertFalse(rows.isEmpty());
    assertEquals(
        List.of(), rows.stream().filter(r -> !r.within() && !r.figure().equals(except)).toList());
  }

  /** Thread blocks at the sizes whose co-runs were measured on an H200. */
  @ParameterizedTest
  @CsvSource({
    "saxpy, 262144",
    "sgemm, 4096",
    "gather, 32768",
    "collatz, 8192",
    "histogram, 1056",
    "chase, 1",
    "transcendental, 262144"
  })
  void launchTheMeasuredGridAtScaleOne(String name, long threadBlocks) {
    Workload model = ModelWorkload.bundled(name, ModelOptions.DEFAULT);
    Workload.Launch last = (Workload.Launch) model.step(model.steps() - 1);

    assertEquals(threadBlocks, last.kernel().threadBlocks());
  }
}
