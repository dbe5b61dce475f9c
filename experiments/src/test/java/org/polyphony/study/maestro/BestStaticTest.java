package org.polyphony.study.maestro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.run.Fixtures;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.simulation.Simulation;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Scale;
import org.polyphony.study.TestContext;
import org.polyphony.study.pairs.PairSeeds;

@Tag("slow") // runs figures
class BestStaticTest {
  private static final int BEST_SMS = 9; // of the first benchmark

  private final StringWriter out = new StringWriter();
  @TempDir private Path folder;

  /** A pair takes twice as long together as alone, and longer the further from 9 of 16 SMs. */
  private RunResult simulate(RunRequest request, RunWatcher watcher) {
    if (request.workloads().size() == 1) {
      return Fixtures.result(request, !watcher.shouldContinue(0, 1_000_000_000, 0), 100);
    }
    Map<String, ?> parameters = request.sharing().parameters();
    int off =
        parameters.get("sms") instanceof List<?> sms
            ? Math.abs((Integer) sms.get(0) - BEST_SMS)
            : 4;
    return Fixtures.result(request, false, 200 + 10 * off);
  }

  private void reproduce(Simulation simulation, Instant until) {
    BestStatic.FIGURE.reproduce(
        new TestContext(simulation, folder, out)
            .results(folder.resolve("runs.jsonl"))
            .effort(
                new FigureContext.Effort(
                    Scale.QUICK, 1, 1, PairSeeds.ONE, OptionalLong.of(100), until))
            .get());
  }

  private void forgetCache() throws IOException {
    try (Stream<Path> logs = Files.list(folder.resolve("cache"))) {
      for (Path log : logs.toList()) {
        Files.delete(log);
      }
    }
  }

  private List<String> rows() throws IOException {
    reproduce(this::simulate, Instant.MAX);
    return Files.readAllLines(folder.resolve("best-static.csv"));
  }

  @Test
  void findsTheBestPartition() throws IOException {
    rows();

    assertTrue(out.toString().contains("9:7 SMs (1.000, 2.000)"), out.toString());
  }

  @Test
  void namesThePairAndTheDeviceOfTheBest() throws IOException {
    rows();

    List<String> best = Files.readAllLines(folder.resolve("best.csv"));
    assertEquals("pair,gpu,bestStp,stpPartition,bestAntt,anttPartition", best.get(0));
    assertTrue(best.get(1).matches("[A-Z]+/[A-Z]+,gtx980,1.0,9:7 SMs,2.0,9:7 SMs"), best.get(1));
  }

  @Test
  void doesNotRepeatTheRunsOfTheResultsFile() throws IOException {
    List<String> before = rows();
    AtomicInteger repeated = new AtomicInteger();
    forgetCache();

    reproduce(
        (request, watcher) -> {
          repeated.incrementAndGet();
          return simulate(request, watcher);
        },
        Instant.MAX);

    assertEquals(0, repeated.get());
    assertEquals(before, Files.readAllLines(folder.resolve("best-static.csv")));
  }

  @Test
  void endsAtTheDeadlineBetweenTwoPartitionsOfAPair() {
    Instant until = Instant.now().plusSeconds(2);
    AtomicInteger shared = new AtomicInteger();
    Simulation slow =
        (request, watcher) -> {
          boolean waits = request.workloads().size() > 1 && shared.incrementAndGet() == 2;
          while (waits && !Instant.now().isAfter(until)) {
            Thread.onSpinWait();
          }
          return simulate(request, watcher);
        };

    assertTimeoutPreemptively(Duration.ofMinutes(1), () -> reproduce(slow, until));

    assertTrue(Files.notExists(folder.resolve("best-static.csv")));
  }

  @Test
  void leavesOutPartitionsBeyondOneThatIsMuchWorse() throws IOException {
    List<String> splits = rows().stream().filter(row -> row.contains(" SMs")).toList();

    // 6:10 and 12:4 are 15% worse than 9:7, so 5:11 and 13:3 are not tried
    assertEquals(7, splits.size(), splits.toString());
  }
}
