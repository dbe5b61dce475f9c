package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.config.Resource;
import org.polyphony.run.Fixtures;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.simulation.StopFlag;
import org.polyphony.workload.kernel.BundledModels;

class ExplainCommandTest {
  private static final String PAIR = "\"workloads\": [\"sample-saxpy\", \"sample-gather\"]";

  private final AtomicInteger runs = new AtomicInteger();
  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  /** Workloads take 100 cycles alone and 250 together, less with copies of what they share. */
  private static final Map<Resource, Long> GAINED =
      Map.of(
          Resource.CROSSBAR, 40L, Resource.SM, 60L, Resource.L2_BANDWIDTH, 15L, Resource.DRAM, 50L);

  private RunResult simulate(RunSpec spec, RunWatcher watcher) {
    boolean isAlone = spec.workloads().size() == 1;
    runs.addAndGet(isAlone ? 0 : 1);
    long gained = spec.copies().stream().mapToLong(of -> GAINED.getOrDefault(of, 0L)).sum();
    return Fixtures.result(spec, false, isAlone ? 100 : 250 - gained);
  }

  private CommandRun explain(String keys, String... more) throws IOException {
    folder.write("pair.json", "{ \"gpu\": \"gtx980\", " + keys + " }");
    String[] all = folder.arguments("explain ./pair.json --out ./out", more);
    return CommandRun.until(new StopFlag(), this::simulate, folder.at("cache"), all);
  }

  @Test
  void splitsASlowdownIntoSharesThatAddUpToIt() throws IOException {
    explain(PAIR);

    // progress has six digits
    assertEquals(
        """
        point,benchmark,cause,mean,low,high,least,most,from,to,largest
        ,sample-saxpy,slowdown,2.5,,,2.5,2.5,0.0,2.5,0
        ,sample-saxpy,inside the SM,0.6,,,0.599998,0.600001,1.0,1.6,1
        ,sample-saxpy,inside the SM: issue,0.0,,,0.0,0.0,1.0,1.0,0
        ,sample-saxpy,inside the SM: pipes,0.0,,,0.0,0.0,1.0,1.0,0
        ,sample-saxpy,inside the SM: l1,0.0,,,0.0,0.0,1.0,1.0,0
        ,sample-saxpy,inside the SM: crossbar,0.399999,,,0.399999,0.399999,1.0,1.4,1
        ,sample-saxpy,inside the SM: rest,0.200001,,,0.200001,0.200001,1.4,1.6,0
        ,sample-saxpy,network and L2,0.15,,,0.149999,0.150002,1.6,1.75,0
        ,sample-saxpy,DRAM,0.5,,,0.499999,0.500001,1.75,2.25,0
        ,sample-saxpy,room on the SMs,0.25,,,0.25,0.25,2.25,2.5,0
        """,
        folder
            .read("out/explanation.csv")
            .lines()
            .limit(11)
            .map(line -> line + "\n")
            .reduce("", String::concat));
  }

  @Test
  void printsTheSharesOfEachWorkloadAndASentence() throws IOException {
    CommandRun run = explain(PAIR);

    assertTrue(
        run.out().contains("cause                    sample-saxpy  sample-gather\n"), run.out());
    assertTrue(
        run.out().contains("inside the SM                  +0.600         +0.600\n"), run.out());
    String sentence =
        "sample-gather: largest cause: inside the SM (+0.600 of +1.500), in 6 of 6 orders,"
            + " mostly inside the SM: crossbar\n";
    assertTrue(run.out().contains(sentence), run.out());
  }

  @Test
  void saysInHowManyRunsThePolicyDecidedNothing() throws IOException {
    String config =
        "{ \"gpu\": { \"extends\": \"gtx980\", \"sms\": 2 }, "
            + PAIR
            + ", \"policy\": \"maestro\" }";
    folder.write("short.json", config);

    CommandRun run = folder.simulated("explain ./short.json --out ./out");

    assertTrue(
        run.out().matches("(?s).*\nmaestro made no decision in (\\d+) of \\1 runs\n.*"), run.out());
  }

  @Test
  void runsEachSeedWithAllCopies() throws IOException {
    explain(PAIR, "--repeat", "3");

    assertEquals(3 * 23, runs.get());
    assertTrue(
        folder
            .read("out/explanation.csv")
            .contains("sample-saxpy,inside the SM: rest,0.200001,0.200001,0.200001"));
  }

  @Test
  void saysHowManyRunsThereWouldBe() throws IOException {
    CommandRun run = explain(PAIR, "--dry-run");

    assertTrue(run.out().startsWith("8 runs, "), run.out());
    assertEquals(0, runs.get());
  }

  @Test
  void findsModelsFromTheFolderOfTheExperiment() throws IOException {
    try (InputStream model = BundledModels.class.getResourceAsStream("/models/LC.json")) {
      Files.copy(model, folder.at("mine.json"));
    }

    explain("\"workloads\": [{\"model\": \"mine.json\"}, \"BS\"]");

    assertEquals(23, runs.get());
  }

  @Test
  void runsOnlyWhatIsMissingWhenItResumes() throws IOException {
    explain(PAIR);
    explain(PAIR, "--resume");

    assertEquals(23, runs.get());
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
