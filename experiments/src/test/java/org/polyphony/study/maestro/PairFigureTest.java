package org.polyphony.study.maestro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.config.StudyFile;
import org.polyphony.input.Home;
import org.polyphony.run.Fixtures;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.simulation.StopFlag;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Reproduction;
import org.polyphony.study.Scale;
import org.polyphony.study.TestContext;
import org.polyphony.study.engine.Studies;
import org.polyphony.study.pairs.PairSeeds;

class PairFigureTest {
  /** Alone 100 cycles; together: */
  private static final Map<String, Long> CYCLES =
      Map.of("spatial-even", 160L, "smk-even", 200L, "maestro", 125L);

  private final StringWriter out = new StringWriter();
  private final AtomicInteger shared = new AtomicInteger();
  private final StopFlag stop = new StopFlag();
  private String failing = "";
  private String undecided = ""; // a workload whose pairs take no decision
  private List<String> parts = List.of();
  private Instant until = Instant.MAX;
  private PairSeeds seeds = PairSeeds.ONE;
  @TempDir private Path folder;

  private RunResult simulate(RunRequest request, RunWatcher watcher) {
    String policy = request.sharing().policy();
    if (request.workloads().size() == 1) {
      boolean isStopped = !watcher.shouldContinue(0, 1_000_000_000, 0);
      return Fixtures.result(request, isStopped, 100);
    }
    shared.incrementAndGet();
    if (policy.equals(failing)) {
      throw new SimulationFailure("no progress in cycle 7", "", null);
    }
    long more = 20 * (request.seed() - 1);
    RunResult result = Fixtures.result(request, false, CYCLES.getOrDefault(policy, 125L) + more);
    boolean decides = request.workloads().stream().noneMatch(one -> one.name().equals(undecided));
    return decides ? result : Fixtures.withoutDecisions(result);
  }

  @Tag("slow")
  @Test
  void setsAveragesBesideThePapers() throws IOException {
    Studies.bundled("fig11").reproduce(context(2, List.of("BP", "BS", "HS")));

    String text = Files.readString(folder.resolve("FIG11.md"));
    assertTrue(text.contains("\n1 of 1 COM/COM, 1 of 2 COM/MEM, 0 of 0 MEM/MEM;"), text);
    // STP 2 * 100 / 160 = 1.25, ANTT 1.6
    for (String row :
        List.of(
            "(within 5 points) | +20.7% | +25.0% | not shown |",
            "(within 10 points) | +72.2% | +60.0% | not shown |",
            "| COM/MEM: maestro better than smk-even by STP | - | 1.600 | ")) {
      assertTrue(text.contains(row), text);
    }
    assertEquals(7, Files.readAllLines(folder.resolve("pairs.csv")).size());
    assertTrue(Files.size(folder.resolve("stp-over-non-shared.pdf")) > 0);
  }

  @Tag("slow")
  @Test
  void saysWhichOrderingsDoNotHold() throws IOException {
    Studies.bundled("fig11").reproduce(context(2, List.of("BP", "BS", "HS")));

    String text = Files.readString(folder.resolve("FIG11.md"));
    for (String row :
        List.of(
            "| COM/COM: smk-even better than spatial-even by ANTT | - | 1.250 |" + " not shown |",
            "| COM/MEM: spatial-even better than smk-even by ANTT | - | 0.800 | ",
            "| COM/COM: maestro close to smk-even by STP | - | 1.600 | ")) {
      assertTrue(text.contains(row), text);
    }
    assertTrue(out.toString().contains("COM/COM: maestro close to"), out.toString());
  }

  private static int claims(String study) {
    return StudyFile.load(Home.find().resolve("experiments/studies").resolve(study))
        .config()
        .claims()
        .size();
  }

  @Test
  void readsEveryOrderingOfThePaper() {
    assertEquals(6 + 17, claims("fig11"));
    assertEquals(8 + 10, claims("fig12"));
    assertEquals(8 + 10, claims("fig14"));
  }

  @Tag("slow")
  @Test
  void sharesRunsWithOtherFiguresAndLongerSamples() {
    Studies.bundled("fig11").reproduce(context(1, List.of("BP", "BS", "HS")));
    assertEquals(3, shared.getAndSet(0));

    Studies.bundled("fig11").reproduce(context(2, List.of("BP", "BS", "HS")));
    assertEquals(3, shared.getAndSet(0));

    Figure13.FIGURE.reproduce(context(2, List.of("BP", "BS", "HS")));
    assertEquals(2, shared.get()); // those with free preemption
    assertTrue(
        out.toString().matches("(?s).*decisions: SMK other .within 10 points. +54.8% +50.0%.*"),
        out + "");
  }

  @Tag("slow")
  @Test
  void setsTheOverheadOfShortKernelsApart() throws IOException {
    Figure13.FIGURE.reproduce(context(2, List.of("BP", "BS", "HS"))); // kernels of 100 cycles

    String text = out.toString();
    assertTrue(
        text.contains(
            "of 0 pairs of kernels of 50,000 cycles and more alone: -, of the 2 others: 0.0%."),
        text);
  }

  @Tag("slow")
  @Test
  void aPairWithoutADecisionHasNoShares() throws IOException {
    undecided = "BS";
    Figure13.FIGURE.reproduce(context(2, List.of("BP", "BS", "HS")));

    List<String> all =
        Files.readAllLines(folder.resolve("means.csv")).stream()
            .filter(row -> row.startsWith("Decisions (%),All pairs,"))
            .toList();
    assertEquals(4, all.size());
    assertTrue(all.stream().allMatch(row -> row.endsWith(",1 pairs")), all.toString());
    // two of four decisions each; one of four is SMK other by one thread block
    assertEquals(
        List.of("0.0", "50.0", "50.0", "25.0"),
        all.stream().map(r -> r.split(",", -1)[3]).toList());
    assertTrue(out.toString().contains("; shares without 1 that took no decision: B"), out + "");
  }

  @Tag("slow")
  @Test
  void sharesOfDecisionsThatNobodyTookAreNoFindings() throws IOException {
    undecided = "HS";
    Figure13.FIGURE.reproduce(context(1, List.of("BP", "HS")));

    List<String> findings = Files.readAllLines(folder.resolve("findings.csv"));

    assertEquals(2, findings.size());
    assertTrue(findings.get(1).startsWith("overhead: "), findings.get(1));
  }

  @Tag("slow")
  @Test
  void leavesAPairOutThatFailedAndSaysSo() throws IOException {
    failing = "smk-even";
    Figure figure = Studies.bundled("fig11");
    FigureContext context = context(1, List.of("BP", "BS"));

    var failure = assertThrows(SimulationFailure.class, () -> figure.reproduce(context));

    String reason = failure.getMessage().lines().findFirst().orElseThrow();
    assertEquals("BP/BS under smk-even: no progress in cycle 7", reason);
    assertFalse(Files.exists(folder.resolve("FIG11.md")));
  }

  @Test
  void writesNothingWhenItIsStopped() {
    stop.request();

    Studies.bundled("fig14").reproduce(context(1, List.of("BP", "BS")));

    assertFalse(Files.exists(folder.resolve("FIG14.md")));
    assertEquals(0, shared.get());
  }

  @Tag("slow")
  @Test
  void showsSinglePairs() throws IOException {
    Figure15.FIGURE.reproduce(context(3, List.of("BP", "BS", "HS")));

    String text = Files.readString(folder.resolve("FIG15.md"));
    assertTrue(text.contains("| all shown | 3 of 3 | holds |"), text);
    assertEquals(1 + 3 * 4, Files.readAllLines(folder.resolve("pairs.csv")).size());
  }

  @Tag("slow")
  @Test
  void beginsNothingMoreAfterItsTimeButShowsWhatHasEnded() throws IOException {
    Studies.bundled("fig11").reproduce(context(1, List.of("BP", "BS", "HS")));
    shared.set(0);
    until = Instant.MIN;

    Studies.bundled("fig11").reproduce(context(3, List.of("BP", "BS", "HS")));

    assertEquals(0, shared.get());
    String text = Files.readString(folder.resolve("FIG11.md"));
    assertTrue(text.contains("\n1 of 1 COM/COM, 0 of 2 COM/MEM"), text);
  }

  @Tag("slow")
  @Test
  void makesTheRequestedPartsOnly() throws IOException {
    parts = List.of("fig13");

    Reproduction.figure(
            List.of(Studies.bundled("fig12"), Figure13.FIGURE), MaestroFigures::runPairs)
        .reproduce(context(1, List.of("BP", "HS")));

    assertEquals(2, shared.get());
    assertFalse(Files.exists(folder.resolve("reproduction/fig12")));
    assertTrue(Files.exists(folder.resolve("reproduction/fig13/findings.csv")));
  }

  @Tag("slow")
  @Test
  void aPartSaysWhatMadeIt() throws IOException {
    Reproduction.figure(List.of(Figure13.FIGURE), MaestroFigures::runPairs)
        .reproduce(context(1, List.of("BP", "HS")));

    String made = Files.readString(folder.resolve("reproduction/fig13/made.json"));
    assertTrue(made.contains("\"command\": \"polyphony reproduce\""), made);
  }

  @Tag("slow")
  @Test
  void theSummaryOfPartsIsASectionOfThePage() throws IOException {
    Files.writeString(folder.resolve("REPRODUCTION.md"), "# Mine\n\nby hand\n");
    Reproduction.figure(
            List.of(Studies.bundled("fig11"), Conclusions.FIGURE), MaestroFigures::runPairs)
        .reproduce(context(1, List.of("BP", "HS")));

    String page = Files.readString(folder.resolve("REPRODUCTION.md"));
    assertTrue(page.startsWith("# Mine\n\nby hand\n\n<!-- conclusions: begin -->\n"), page);
    assertFalse(page.contains("fig11: begin"), page);
    String fig11 = "\n| fig11 | spatial multitasking, SMK and GPU Maestro by category | ";
    assertTrue(page.contains(fig11), page);
    List<String> kept =
        Files.readAllLines(folder.resolve("reproduction/conclusions/conclusions.csv"));
    assertTrue(kept.stream().anyMatch(row -> row.startsWith("fig11,")), kept.toString());
  }

  @Tag("slow")
  @Test
  void aPairsValueIsTheMeanOverItsSeeds() throws IOException {
    seeds = new PairSeeds(3, 1);
    Studies.bundled("fig11").reproduce(context(2, List.of("BP", "BS", "HS")));

    assertEquals(3 * (3 + 1), shared.get()); // three variants, of the first pair three seeds
    String text = Files.readString(folder.resolve("FIG11.md"));
    assertTrue(text.contains("2 pairs (1 with 3 seeds, 1 with 1) on gtx980"), text);
    List<String> rows = Files.readAllLines(folder.resolve("pairs.csv"));
    // together 160, 180 and 200 cycles: STP 200 / 160 = 1.25, 1.1111 and 1, mean 1.12037
    assertTrue(rows.get(1).startsWith("BP/HS,COM/COM,spatial-even,1.12037,1.8,3,"), rows.get(1));
    assertTrue(rows.get(4).endsWith(",spatial-even,1.25,1.6,1,,,,"), rows.get(4));
    assertEquals(12, Files.readAllLines(folder.resolve("results.jsonl")).size());
    String mean = Files.readAllLines(folder.resolve("means.csv")).get(1);
    assertTrue(mean.endsWith(",\"2 pairs (1 with 3 seeds, 1 with 1)\""), mean);
  }

  @Tag("slow")
  @Test
  void moreSeedsLaterRepeatNoRun() {
    Studies.bundled("fig11").reproduce(context(1, List.of("BP", "HS")));
    assertEquals(3, shared.getAndSet(0));

    seeds = new PairSeeds(2, 1);
    Studies.bundled("fig11").reproduce(context(1, List.of("BP", "HS")));

    assertEquals(3, shared.get());
  }

  @Tag("slow")
  @Test
  void ranksPairsByTheirSpreadOverSeeds() throws IOException {
    seeds = new PairSeeds(3, 1);
    Noise.FIGURE.reproduce(
        context(2, List.of("BP", "BS", "HS"))); // of the second pair seed 1 alone

    // together 200, 220 and 240 cycles: STP 1, 10/11 and 5/6
    double mean = (1 + 10 / 11.0 + 5 / 6.0) / 3;
    List<String> rows = Files.readAllLines(folder.resolve("noise.csv"));
    assertEquals(2, rows.size());
    assertTrue(rows.get(1).startsWith("BP/HS,COM/COM,gtx980,smk-even,3,"), rows.get(1));
    double spread = Double.parseDouble(rows.get(1).split(",", -1)[6]);
    assertEquals((1 - 5 / 6.0) / mean, spread, 1e-5);
    String text = Files.readString(folder.resolve("NOISE.md"));
    assertTrue(
        text.contains("Median spread of 1 pairs: 18.23%. Above 1%: 1. Above 2%: 1. Above 3%: 1."),
        text);
    assertTrue(Files.size(folder.resolve("noise.svg")) > 0);
    List<String> means = Files.readAllLines(folder.resolve("seeds.csv"));
    assertTrue(means.get(1).startsWith("1,1,1.0,"), means.get(1));
    assertEquals(10 / 11.0, Double.parseDouble(means.get(2).split(",", -1)[2]), 1e-5);
    assertEquals(4, means.size());
  }

  private FigureContext context(int pairs, List<String> benchmarks) {
    return new TestContext(this::simulate, folder, out)
        .benchmarks(benchmarks)
        .parts(parts)
        .effort(
            new FigureContext.Effort(Scale.QUICK, 2, pairs, seeds, OptionalLong.of(1000), until))
        .stop(stop)
        .get();
  }
}
