package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.config.Resource;
import org.polyphony.run.Fixtures;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.simulation.StopFlag;
import org.polyphony.workload.kernel.BundledModels;

class ExplainCommandTest {
  private static final String PAIR = "\"workloads\": [\"sample-saxpy\", \"sample-gather\"]";

  private final AtomicInteger runs = new AtomicInteger();
  @TempDir private Path folder;

  private static final Map<Set<Resource>, Long> CYCLES =
      Map.of(
          Set.of(Resource.SM), 160L, Set.of(Resource.CROSSBAR), 200L, Set.of(Resource.DRAM), 200L);

  /** Workloads take 100 cycles alone, 125 with copies of everything, 250 with none. */
  private RunResult simulate(RunRequest request, RunWatcher watcher) {
    Set<Resource> copies = request.sharing().copies();
    boolean isAlone = request.workloads().size() == 1;
    runs.addAndGet(isAlone ? 0 : 1);
    long together = copies.size() > 1 ? 125 : CYCLES.getOrDefault(copies, 250L);
    return Fixtures.result(request, false, isAlone ? 100 : together);
  }

  private CommandRun explain(String keys, String... more) throws IOException {
    Path file = folder.resolve("pair.json");
    Files.writeString(file, "{ \"gpu\": \"gtx980\", " + keys + " }");
    List<String> args =
        new ArrayList<>(List.of("explain", file.toString(), "--out", out().toString()));
    args.addAll(List.of(more));
    Path cache = folder.resolve("cache");
    return CommandRun.until(new StopFlag(), this::simulate, cache, args.toArray(String[]::new));
  }

  private Path out() {
    return folder.resolve("out");
  }

  @Test
  void splitsASlowdownIntoSharesThatAddUpToIt() throws IOException {
    explain(PAIR);

    // 2.5, and 1.25 with all copies; 1.6 with copies of SMs, of which 0.5 is the crossbar's
    assertEquals(
        """
        point,benchmark,cause,mean,low,high,from,to,largest
        ,sample-saxpy,slowdown,2.5,,,0.0,2.5,0
        ,sample-saxpy,placement,0.25,,,1.0,1.25,0
        ,sample-saxpy,dispatch,0.0,,,1.25,1.25,0
        ,sample-saxpy,issue,0.0,,,1.25,1.25,0
        ,sample-saxpy,pipes,0.0,,,1.25,1.25,0
        ,sample-saxpy,l1,0.0,,,1.25,1.25,0
        ,sample-saxpy,shared-memory,0.0,,,1.25,1.25,0
        ,sample-saxpy,crossbar,0.5,,,1.25,1.75,1
        ,sample-saxpy,sm,0.4,,,1.75,2.15,0
        ,sample-saxpy,l2-capacity,0.0,,,2.15,2.15,0
        ,sample-saxpy,l2-bandwidth,0.0,,,2.15,2.15,0
        ,sample-saxpy,dram-rows,0.0,,,2.15,2.15,0
        ,sample-saxpy,dram,0.5,,,2.15,2.65,1
        ,sample-saxpy,interaction,-0.15,,,2.65,2.5,0
        """,
        Files.readString(out().resolve("explanation.csv"))
            .lines()
            .limit(15)
            .map(line -> line + "\n")
            .reduce("", String::concat));
  }

  @Test
  void printsTheSharesOfEachWorkload() throws IOException {
    CommandRun run = explain(PAIR);

    assertTrue(run.out().contains("cause          sample-saxpy  sample-gather\n"), run.out());
    assertTrue(run.out().contains("crossbar             +0.500         +0.500\n"), run.out());
  }

  @Test
  void saysInHowManyRunsThePolicyDecidedNothing() throws IOException {
    String config =
        "{ \"gpu\": { \"extends\": \"gtx980\", \"sms\": 2 }, "
            + PAIR
            + ", \"policy\": \"maestro\" }";
    Path file = Files.writeString(folder.resolve("short.json"), config);
    String[] command = {"explain", file.toString(), "--out", out().toString()};

    CommandRun run = CommandRun.of(new GpuSimulation(), folder.resolve("cache"), command);

    assertTrue(run.out().contains("\nmaestro made no decision in 13 of 13 runs\n"), run.out());
  }

  @Test
  void runsEachSeedWithAllCopies() throws IOException {
    explain(PAIR, "--repeat", "3");

    assertEquals(3 * 13, runs.get());
    assertTrue(
        Files.readString(out().resolve("explanation.csv")).contains("sample-saxpy,sm,0.4,0.4,0.4"));
  }

  @Test
  void saysHowManyRunsThereWouldBe() throws IOException {
    CommandRun run = explain(PAIR, "--dry-run");

    assertTrue(run.out().startsWith("13 runs, "), run.out());
    assertEquals(0, runs.get());
  }

  @Test
  void leavesOutRowsOfDramWhereADeviceHasTooManyBanks() throws IOException {
    explain(PAIR, "--set", "gpu=hopper-h200");

    assertEquals(11, runs.get());
  }

  @Test
  void findsModelsFromTheFolderOfTheExperiment() throws IOException {
    try (InputStream model = BundledModels.class.getResourceAsStream("/models/LC.json")) {
      Files.copy(model, folder.resolve("mine.json"));
    }

    explain("\"workloads\": [{\"model\": \"mine.json\"}, \"BS\"]");

    assertEquals(13, runs.get());
  }

  @Test
  void runsOnlyWhatIsMissingWhenItResumes() throws IOException {
    explain(PAIR);
    explain(PAIR, "--resume");

    assertEquals(13, runs.get());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"workloads\": [\"sample-saxpy\"] | two or more",
        "\"workloads\": [\"sample-saxpy\", \"BS\"], \"copies\": [\"sm\"] | without copies",
        "\"workloads\": [\"BS\", \"BS\"], \"partitions\": [{\"workloads\": [0], \"sms\": 4}] |"
            + " workloads that share the device"
      })
  void refusesWhatItCannotExplain(String keys, String allowed) throws IOException {
    explain(keys).assertBadInput(allowed);
  }
}
