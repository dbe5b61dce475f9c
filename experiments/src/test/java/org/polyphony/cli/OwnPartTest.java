package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.input.Home;
import org.polyphony.input.Sha256;
import org.polyphony.usercode.WatchedThread;

/** Hardware parts of a user's own, through the command line. */
class OwnPartTest {
  private static final String CONFIG =
      "{ \"gpu\": { \"extends\": \"gtx980\", \"sms\": 2 }, \"workloads\": "
          + "[\"sample-saxpy\", \"sample-gather\"] }";

  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  @AfterEach
  void restoreTheLimit() {
    System.clearProperty(WatchedThread.LIMIT);
  }

  private CommandRun run(String set) throws IOException {
    folder.write("x.json", CONFIG);
    return folder.simulated("run ./x.json --out ./out --quiet --check --set " + set);
  }

  private String ownCode() throws IOException {
    return folder.tree("out/summary.json").at("/provenance/ownCode").asText();
  }

  @ParameterizedTest
  @CsvSource({
    "gpu.l2.replacement,KernelAware.java",
    "gpu.dram.scheduler,ReadsFirst.java",
    "gpu.crossbar.arbiter,LightFirst.java",
    "gpu.l2.arbiter,LightFirst.java",
    "gpu.l1d.prefetcher,NextLines.java",
    "gpu.l2.prefetcher,NextLines.java"
  })
  void thePartsOfTheTemplateRunAndResultsKeepTheirSource(String key, String name)
      throws IOException {
    Path part = Home.find().resolve("policy-template/src/main/java/org/example").resolve(name);

    CommandRun run = run(key + "=" + part);

    run.shows();
    assertEquals(Sha256.hexOf(part), ownCode());
    assertEquals(Files.readString(part), folder.read("out/policy.java"));
  }

  private Path scheduler(String body) throws IOException {
    return folder.write("Mine.java", UserKind.SCHEDULER.source("private long sums;", "", body));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "return view.bank(1 << 20);|threw java.lang.ArrayIndexOutOfBoundsException",
        "return -2;|returned -2, allowed: -1, or one of"
      })
  void whateverAPartThrowsIsToldWithItsCallAndTheStateOfTheRun(String body, String told)
      throws IOException {
    CommandRun run = run("gpu.dram.scheduler=" + scheduler(body));

    assertEquals(1, run.exitCode(), run.err());
    assertTrue(run.err().contains("gpu.dram.scheduler (Mine): choose(clock "), run.err());
    assertTrue(run.err().contains(told), run.err());
    assertTrue(run.err().matches("(?s).*cycle \\d+, epoch 0, of .*"), run.err());
  }

  @Test
  void aCallThatNeverReturnsEndsTheRun() throws IOException {
    System.setProperty(WatchedThread.LIMIT, "1");
    Path endless = scheduler("while (view.size() >= 0) { sums += clock; } return 0;");

    CommandRun run = run("gpu.dram.scheduler=" + endless);

    assertEquals(1, run.exitCode(), run.err());
    String told =
        "class Mine: choose() has not returned after 1 s of processor time at Mine.choose(";
    assertTrue(run.err().contains(told), run.err());
  }

  @Test
  void aChangedPartIsAnotherDeviceForRunsAlone() throws IOException {
    Path fair = scheduler("return view.mayServe(0) ? 0 : NONE;");
    assertEquals(0, run("gpu.dram.scheduler=" + fair).exitCode());
    String before = ownCode();
    long cached = cached();

    scheduler("return view.mayServe(0) ? 0 : -1;");
    assertEquals(0, run("gpu.dram.scheduler=" + fair).exitCode());

    assertNotEquals(before, ownCode());
    assertEquals(cached + 3, cached()); // and the run of both
  }

  /** Returns the runs in the cache. */
  private long cached() throws IOException {
    long lines = 0;
    try (DirectoryStream<Path> logs =
        Files.newDirectoryStream(folder.at("cache"), "results-*.jsonl")) {
      for (Path log : logs) {
        lines += Files.readAllLines(log).stream().filter(line -> line.contains("cycles")).count();
      }
    }
    return lines;
  }
}
