package org.polyphony.study.silicon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import org.polyphony.config.GpuConfigs;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.input.InvalidInputException;
import org.polyphony.run.Fixtures;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Scale;
import org.polyphony.study.TestContext;
import org.polyphony.study.engine.Studies;

/** With a device on which a launch takes a fixed number of SM cycles, whatever runs beside it. */
class CorunTest {
  private static final int STEP = 5_000;
  private static final long SM_CYCLES = 33 * 100_000; // of a launch on a quarter of an H200

  private final StringWriter out = new StringWriter();
  private final ConcurrentLinkedQueue<RunRequest> requests = new ConcurrentLinkedQueue<>();
  @TempDir private Path folder;

  private RunResult simulate(RunRequest request, RunWatcher watcher) {
    requests.add(request);
    List<RunResult.Launch> launches = new ArrayList<>();
    List<RunResult.EpochRow> epochs = new ArrayList<>();
    for (int w = 0; w < request.workloads().size(); w++) {
      Workload workload = request.workloads().get(w);
      long cycles = SM_CYCLES / sms(request, w);
      for (int i = 0; i < workload.steps(); i++) {
        launches.add(new RunResult.Launch(w, "k", i * cycles, cycles, 1, 320, 1));
      }
      for (int step = 0; (long) step * STEP < workload.steps() * cycles; step++) {
        long start = (long) step * STEP;
        epochs.add(
            new RunResult.EpochRow(
                step,
                start,
                start + STEP,
                w,
                "k",
                1,
                320L * STEP / cycles,
                1,
                1,
                Optional.empty()));
      }
    }
    return Fixtures.result(request, launches, epochs);
  }

  private static int sms(RunRequest request, int workload) {
    Object each = request.sharing().parameters().get("sms");
    return each instanceof List<?> sms
        ? ((Number) sms.get(workload)).intValue()
        : request.gpu().sms();
  }

  @Test
  void putsItsSectionIntoTheValidation() throws IOException {
    Files.writeString(folder.resolve("VALIDATION.md"), "# Validation\n\nother\n");

    Studies.bundled("corun").reproduce(context(measured(64, 68), Scale.QUICK));

    String text = Files.readString(folder.resolve("VALIDATION.md"));
    assertTrue(text.startsWith("# Validation\n\nother\n\n<!-- corun: begin -->\n\n## Two"), text);
    List<String> alone = Files.readAllLines(folder.resolve("corun/corun-alone.csv"));
    assertTrue(alone.contains("saxpy,64,9600,10000"), alone.toString());
    assertTrue(out.toString().contains("STP of 1 co-runs: mean absolute error 20.0%"), out + "");
    assertTrue(Files.size(folder.resolve("corun/agreement.svg")) > 0);
    // 16 and 17 of 33 SMs: 0.485 + 0.515
    List<String> rows = Files.readAllLines(folder.resolve("corun/corun.csv"));
    assertEquals(2, rows.size());
    assertTrue(rows.get(1).startsWith("saxpy,gather,64/68,1.0000,1.2500,2.00"), rows.get(1));
  }

  @Test
  void runsAQuarterOfTheDeviceUnlessTheScaleIsPaper() throws IOException {
    Studies.bundled("corun").reproduce(context(measured(64, 68), Scale.QUICK));
    RunRequest quarter = requests.stream().filter(r -> r.workloads().size() > 1).findFirst().get();
    assertEquals(33, quarter.gpu().sms());
    assertEquals(15_728_640, quarter.gpu().l2().bytes());
    assertEquals(32, quarter.gpu().l2().slices());
    assertEquals(16, quarter.gpu().dram().channels());
    assertEquals("[16, 17]", quarter.sharing().parameters().get("sms").toString());
    assertEquals("keep", quarter.sharing().parameters().get("idleSms"));
    assertEquals(65_536, threadBlocks(quarter.workloads().get(0)));

    requests.clear();
    Studies.bundled("corun").reproduce(context(measured(64, 68), Scale.PAPER));
    RunRequest whole = requests.stream().filter(r -> r.workloads().size() > 1).findFirst().get();
    assertEquals(GpuConfigs.load("hopper-h200"), whole.gpu());
    assertEquals(262_144, threadBlocks(whole.workloads().get(0)));
  }

  private static long threadBlocks(Workload workload) {
    return ((Workload.Launch) workload.step(0)).kernel().threadBlocks();
  }

  @Test
  void repeatsNoRun() throws IOException {
    Studies.bundled("corun").reproduce(context(measured(64, 68), Scale.QUICK));
    assertEquals(5, requests.size()); // each alone on 132 and on its part; together
    requests.clear();

    Studies.bundled("corun").reproduce(context(measured(64, 68), Scale.QUICK));

    assertTrue(requests.isEmpty());
  }

  @Test
  void refusesSmsThatAQuarterCannotStandFor() throws IOException {
    FigureContext context = context(measured(66, 66), Scale.QUICK);

    var e =
        assertThrows(
            InvalidInputException.class, () -> Studies.bundled("corun").reproduce(context));

    assertTrue(
        e.getMessage().startsWith("--measured: found 66 SMs, allowed: multiples of 4"),
        e.getMessage());
    assertFalse(Files.exists(folder.resolve("VALIDATION.md")));
  }

  @Test
  void runsTheModelsInTheFolderOfAStudy() throws IOException {
    Path measured =
        Files.writeString(
            folder.resolve("m.json"),
            """
            {"alone": {"132": {"gelu": 0.5, "exp_fp64": 0.5}, "64": {"gelu": 1}, "68": {"exp_fp64": 1}},
            "pairs": [{"a": "gelu", "b": "exp_fp64", "sms": [64, 68], "rates": [1, 1.5]}]}
            """);

    Studies.bundled("profiles").reproduce(context(measured, Scale.QUICK));

    List<String> rows = Files.readAllLines(folder.resolve("profiles/corun.csv"));
    assertTrue(rows.get(1).startsWith("gelu,exp_fp64,64/68,1.0000,1.2500,2.00"), rows.get(1));
    List<String> alone = Files.readAllLines(folder.resolve("profiles/scaling.csv"));
    assertTrue(alone.contains("gelu,64,9600,1,0.4848,0.5000"), alone.toString());
    RunRequest pair = requests.stream().filter(r -> r.workloads().size() > 1).findFirst().get();
    assertEquals("[16, 17]", pair.sharing().parameters().get("sms").toString());
    assertEquals(4_096, threadBlocks(pair.workloads().get(1))); // a quarter of the launch's
  }

  private Path measured(int first, int second) throws IOException {
    String rates = "{\"132\": 20000, \"" + first + "\": 10000}";
    String others = "{\"132\": 20000, \"" + second + "\": 10000}";
    return Files.writeString(
        folder.resolve("m.json"),
        "{\"sms\": 132, \"aloneLaunchesPerSecondBySms\": {\"saxpy\": "
            + rates
            + ", \"gather\": "
            + others
            + "}, \"pairs\": [{\"pair\": [\"saxpy\", \"gather\"], \"mode\": \"spatial\", \"sms\": ["
            + first
            + ", "
            + second
            + "], \"progress\": [0.5, 0.75], \"stp\": 1.25, \"antt\": 1.6}]}");
  }

  private FigureContext context(Path measured, Scale scale) {
    return new TestContext(this::simulate, folder, out)
        .measured(measured)
        .effort(TestContext.effort(scale, 1))
        .get();
  }
}
