package org.polyphony.study.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.config.GpuConfigs;
import org.polyphony.gpu.config.PipeConfig;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.input.Home;
import org.polyphony.results.store.Json;
import org.polyphony.workload.kernel.ModelOptions;
import org.polyphony.workload.kernel.ModelWorkload;
import org.polyphony.workload.trace.TraceProfile;
import org.polyphony.workload.trace.TraceProfiler;

/** Units of the models, without their seats, beside what counters say of a unit. */
class SmkModelsTest {
  private static final List<PipeConfig> PIPES = GpuConfigs.load("hopper-h200").sm().pipes();
  private static final int UNITS = 16;
  private static final long STRIDE = 61; // to the next unit that is looked at
  private static final double SHARE = 0.04; // that a count may be off
  private static final double OF_ALL = 0.02; // or this share of all warp instructions

  private static Kernel kernel(String name, long seat) {
    Workload model =
        ModelWorkload.bundled("smk-" + name, new ModelOptions(1, 1, Map.of("seat", seat), false));
    return ((Workload.Launch) model.step(0)).kernel();
  }

  /** Returns the warp instructions of a unit by pipe, on average. */
  private static Map<String, Double> counted(Kernel kernel) {
    InstructionTable table = kernel.instructions();
    Map<String, Double> counts = new TreeMap<>();
    String[] pipes = new String[table.size()];
    Arrays.setAll(pipes, i -> pipe(table.opClass(i), table.mnemonic(i)));
    try (InstructionStream stream = kernel.open(1)) {
      for (long block = 0; block < UNITS; block++) {
        stream.begin(0, block * STRIDE);
        for (int warp = 0; warp < kernel.warpsPerBlock(); warp++) {
          for (int i = stream.next(0, warp); i != InstructionStream.END; i = stream.next(0, warp)) {
            counts.merge(pipes[i], 1.0 / UNITS, Double::sum);
            counts.merge("warpInstructions", 1.0 / UNITS, Double::sum);
          }
        }
        stream.end(0);
      }
    }
    return counts;
  }

  private static String pipe(OpClass opClass, String mnemonic) {
    if (opClass == OpClass.LOAD || opClass == OpClass.STORE || opClass == OpClass.ATOMIC) {
      return "lsu";
    }
    String found = "none";
    for (PipeConfig pipe : PIPES) {
      for (PipeConfig.Timing timing : pipe.executes()) {
        if (timing.mnemonics().contains(mnemonic.split("\\.", 2)[0])) {
          return counter(pipe.name());
        }
        boolean isMeant = timing.opClass() == opClass && timing.mnemonics().isEmpty();
        found = isMeant ? counter(pipe.name()) : found;
      }
    }
    return found;
  }

  private static String counter(String pipe) {
    return switch (pipe) {
      case "fp32" -> "fma";
      case "int" -> "alu";
      case "sfu" -> "xu";
      default -> "none";
    };
  }

  private static JsonNode measured(String name) throws IOException {
    Path file = Home.find().resolve("experiments/hardware/h200-smk.json");
    return Json.parse(Files.readString(file)).path("kernels").required(name).required("perUnit");
  }

  private static void assertNear(String what, double ours, double theirs, double ofAll) {
    double error = Math.abs(ours - theirs);
    assertTrue(
        error <= SHARE * theirs || error <= ofAll,
        what + ": " + ours + " where " + theirs + " was counted");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "saxpy",
        "sgemm",
        "gather",
        "histogram",
        "collatz",
        "transcendental",
        "hotspot",
        "lookup",
        "probe",
        "fma"
      })
  void executeTheInstructionsAndAccessTheSectorsOfAUnit(String name) throws IOException {
    Map<String, Double> ours = counted(kernel(name, 0));
    JsonNode theirs = measured(name);
    double all = theirs.required("warpInstructions").asDouble();

    for (String counter : List.of("warpInstructions", "xu", "lsu")) {
      assertNear(
          counter,
          ours.getOrDefault(counter, 0.0),
          theirs.required(counter).asDouble(),
          OF_ALL * all);
    }
    // in the grid of two kernels collatz moves a register in the FMA pipe, not in the ALU
    double moved = "collatz".equals(name) ? ours.get("alu") - theirs.required("alu").asDouble() : 0;
    assertNear("alu", ours.get("alu") - moved, theirs.required("alu").asDouble(), OF_ALL * all);
    assertNear("fma", ours.get("fma") + moved, theirs.required("fma").asDouble(), OF_ALL * all);
    if (!name.equals("transcendental")) { // which hardly accesses memory
      assertSectors(name, theirs);
    }
  }

  private static void assertSectors(String name, JsonNode theirs) {
    TraceProfile profile = TraceProfiler.sample(List.of(kernel(name, 0)), UNITS, Long.MAX_VALUE);
    double sectors =
        theirs.required("globalLoadSectors").asDouble()
            + theirs.required("globalStoreSectors").asDouble();
    // the atomics at the end of histogram are no loads: 32 sectors
    double atomics = "histogram".equals(name) ? 32 : 0;

    assertNear("sectors", (double) profile.global().sectors() / UNITS - atomics, sectors, 0);
  }

  @Test
  void takeAndLeaveASeatWithSomeThreeHundredInstructions() {
    double with = counted(kernel("saxpy", 1)).get("warpInstructions");
    double without = counted(kernel("saxpy", 0)).get("warpInstructions");

    assertEquals(300, with - without, 60);
  }
}
