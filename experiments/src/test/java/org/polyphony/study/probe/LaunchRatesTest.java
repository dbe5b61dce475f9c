package org.polyphony.study.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.input.InvalidInputException;
import org.polyphony.run.Fixtures;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.study.TestContext;
import org.polyphony.study.engine.Study;

/** With a device on which a launch takes a fixed number of SM cycles, whatever runs beside it. */
class LaunchRatesTest {
  private static final int STEP = LaunchHistory.STEP_CYCLES;
  private static final long SM_CYCLES = 132 * 100_000; // of a launch
  private static final String STUDY =
      """
      { "name": "mine", "about": "mine", "gpu": "hopper-h200",
        "runs": { "probe": { "name": "launch-rates", "parameters": {
          "sweep": {
            "base": { "gpu": "hopper-h200" },
            "axes": { "workloads": [["saxpy", "gather"]] },
            "variants": [ { "name": "parts", "set": { "policy": { "name": "spatial-fixed", "sms": [33, 99] } } } ] } } } },
        "tables": [ { "file": "rates.csv", "columns": [ { "of": "workload" }, { "of": "stp", "decimals": 2 },
          { "of": "workload.progress", "decimals": 2 }, { "of": "workload.launchCycles", "decimals": 0 } ] } ] }
      """;

  private final ConcurrentLinkedQueue<RunSpec> simulated = new ConcurrentLinkedQueue<>();
  @TempDir private Path folder;

  private RunResult simulate(RunSpec spec, RunWatcher watcher) {
    simulated.add(spec);
    List<RunResult.Launch> launches = new ArrayList<>();
    List<RunResult.EpochRow> epochs = new ArrayList<>();
    for (int w = 0; w < spec.workloads().size(); w++) {
      Workload workload = spec.workloads().get(w);
      long cycles = SM_CYCLES / sms(spec, w);
      for (int i = 0; i < workload.steps(); i++) {
        launches.add(new RunResult.Launch(w, "k", i * cycles, cycles, 1, 320, 1));
      }
      for (int step = 0; (long) step * STEP < workload.steps() * cycles; step++) {
        long start = (long) step * STEP;
        long issued = 320L * STEP / cycles;
        epochs.add(
            new RunResult.EpochRow(
                step, start, start + STEP, w, "k", 1, issued, 1, 1, Optional.empty()));
      }
    }
    return Fixtures.result(spec, launches, epochs);
  }

  private static int sms(RunSpec spec, int workload) {
    Object each = spec.parameters().get("sms");
    return each instanceof List<?> sms ? ((Number) sms.get(workload)).intValue() : spec.gpu().sms();
  }

  private List<String> make(String study) throws IOException {
    Files.writeString(Files.createDirectories(folder.resolve("mine")).resolve("study.json"), study);
    Study.of(folder.resolve("mine"))
        .run(new TestContext(this::simulate, folder.resolve("out"), new StringWriter()).get());
    return Files.readAllLines(folder.resolve("out/rates.csv"));
  }

  @Test
  void runsEachKernelAloneOnTheDeviceAndOnItsSms() throws IOException {
    assertEquals(
        List.of(
            "workload,stp,workload.progress,workload.launchCycles",
            "saxpy,1.00,0.25,400000",
            "gather,1.00,0.75,133333"),
        make(STUDY));

    assertEquals(
        List.of("1 x 1 on 33", "1 x 1 on 99", "1 x 2 on 132", "1 x 2 on 132", "2 x 1 on 132"),
        simulated.stream()
            .map(
                r ->
                    r.workloads().size()
                        + " x "
                        + r.workloads().get(0).steps()
                        + " on "
                        + r.gpu().sms())
            .sorted()
            .toList());
  }

  @Test
  void repeatsNoRun() throws IOException {
    List<String> rows = make(STUDY);
    simulated.clear();

    assertEquals(rows, make(STUDY));

    assertTrue(simulated.isEmpty(), simulated.toString());
  }

  @Test
  void aMistakeInTheSweepIsNamed() {
    String wrong = STUDY.replace("\"gather\"", "\"gathr\"");

    var e = assertThrows(InvalidInputException.class, () -> make(wrong));

    assertTrue(e.getMessage().contains("runs.probe.parameters.sweep"), e.getMessage());
    assertTrue(e.getMessage().contains("gathr"), e.getMessage());
  }
}
