package org.polyphony.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.cli.CommandRun;
import org.polyphony.gpu.Processors;
import org.polyphony.run.oracle.OracleSimulation;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.Simulation;

/**
 * Random experiments end, hold conservation in every epoch, and give the same bytes twice; half of
 * them have a crossbar with credits and run on several threads the second time. {@code mvn -Pfuzz
 * verify} runs one for each hundred of its cases.
 */
@Tag("slow")
class RandomExperimentsTest {
  private static final int USUAL_CASES = 400;
  private static final int CASES_OF_ONE = 100;
  private static final long MOST_INSTRUCTIONS = 100_000; // thread instructions of a workload
  private static final int CREDIT_LATENCY = 4; // not above the latency of any crossbar
  private static final GpuSimulation DEVICE = new GpuSimulation();

  @TempDir private Path temporary;
  private Path folder;

  /** In the profile, the experiments stay where the user finds them. */
  @BeforeEach
  void chooseFolder() throws IOException {
    String kept = System.getProperty("fuzz.folder", "");
    folder = kept.isEmpty() ? temporary : Files.createDirectories(Path.of(kept, "random"));
  }

  @Test
  void giveTheSameBytesTwiceAndHoldConservation() {
    boolean isOneCase = Integer.getInteger("fuzz.case", -1) >= 0; // of the damaged inputs
    int cases = isOneCase ? 0 : Integer.getInteger("fuzz.cases", USUAL_CASES);
    int experiments = cases / CASES_OF_ONE;
    long seed = Long.getLong("fuzz.seed", 1);
    List<String> wrong = new ArrayList<>();

    for (int number = 0; number < experiments; number++) {
      Trial trial = RandomExperiment.trial(seed, number);
      fault(trial)
          .ifPresent(text -> wrong.add("seed %d: %s: %s".formatted(seed, file(trial), text)));
      ResultComparison.delete(folder.resolve("out"));
    }

    assertEquals(List.of(), wrong);
  }

  private Optional<String> fault(Trial trial) {
    Path file = trial.writeTo(folder); // its first line is the command that repeats it
    int credits = trial.id().hashCode() % 2 == 0 ? 0 : CREDIT_LATENCY;
    CommandRun one = run(trial, file, "one", credits, 1);
    CommandRun other = run(trial, file, "other", credits, 5);
    if (one.exitCode() == 2) { // a few are not valid
      return Optional.empty();
    }
    return one.exitCode() == 0 && other.exitCode() == 0
        ? ResultComparison.firstDifference(results("one"), results("other"), Set.of())
        : Optional.of(one.err() + other.err());
  }

  private CommandRun run(Trial trial, Path file, String name, int credits, int threads) {
    Simulation device = DEVICE.on(Processors.perRunAtOnce(threads));
    List<String> arguments = new ArrayList<>(trial.command(file, results(name)));
    arguments.addAll(List.of("--check", "--set", "gpu.crossbar.creditLatency=" + credits));
    return CommandRun.of(
        new OracleSimulation((spec, watcher) -> device.run(shortened(spec), watcher)),
        folder.resolve("out").resolve("cache-" + name), // else the second finds runs of the first
        arguments.toArray(String[]::new));
  }

  private static RunSpec shortened(RunSpec spec) {
    List<Long> budgets =
        spec.instructionBudgets().stream().map(b -> Math.min(b, MOST_INSTRUCTIONS)).toList();
    return spec.with().instructionBudgets(budgets).build();
  }

  private Path file(Trial trial) {
    return folder.resolve(trial.id() + ".json");
  }

  private Path results(String name) {
    return folder.resolve("out").resolve(name);
  }
}
