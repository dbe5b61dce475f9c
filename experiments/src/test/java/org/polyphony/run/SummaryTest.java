package org.polyphony.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.gpu.kernel.Fidelity;
import org.polyphony.gpu.kernel.Fidelity.Treatment;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.run.Outcome;
import org.polyphony.results.run.OwnCode;
import org.polyphony.results.run.Provenance;
import org.polyphony.results.run.ResultFiles;
import org.polyphony.results.run.Summary;
import org.polyphony.results.store.AloneRun;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.simulation.Arrivals;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.Tenant;
import org.polyphony.text.MetricDefinitions;
import org.polyphony.workload.fidelity.InstructionCount;

class SummaryTest {
  private static final List<InstructionCount> INEXACT =
      List.of(
          new InstructionCount("ERRBAR", new Fidelity(Treatment.IGNORED, "no errors"), 2),
          new InstructionCount("HMMA", new Fidelity(Treatment.APPROXIMATED, "timed"), 1),
          new InstructionCount("UBLKCP", new Fidelity(Treatment.NOT_MODELLED, "lost"), 4));

  /** Objects whose keys are names of their own. */
  private static final Set<String> FREE =
      Set.of(
          "benchmarks[].slots",
          "device.prefetches",
          "device.stalls",
          "partitioning.decisions",
          "partitioning.preemptions",
          "partitioning.preemptionCycles");

  private static final Provenance PROVENANCE = new Provenance("1", "c0ffee", "17", 4096);
  private static final Provenance WITH_OWN = PROVENANCE.with(new OwnCode("ab", ""));
  private final Experiment pair = Fixtures.experiment("smk-even", "A", "B");
  @TempDir private Path folder;

  @Test
  void computesStpAndAnttFromNormalizedProgressAndMarksAPartialRun() {
    ObjectNode summary = Summary.of(outcome(false), PROVENANCE);

    assertFalse(summary.has("partial"));
    assertEquals("true", Summary.of(outcome(true), PROVENANCE).get("partial").toString());
    assertEquals("1", summary.at("/benchmarks/0/launches").toString());

    assertEquals("0.75", summary.get("stp").toString()); // 0.5 + 0.25
    assertEquals("3.0", summary.get("antt").toString()); // (1 / 0.5 + 1 / 0.25) / 2
  }

  @Test
  void computesRatesFromCounters() {
    JsonNode summary = Summary.of(outcome(false), PROVENANCE);

    assertEquals("0.5", summary.at("/device/l1HitRate").toString());
    assertEquals("0.1", summary.at("/device/dramUtilization").toString());
    assertEquals("0.25", summary.at("/device/issueUtilization").toString());
    assertEquals("0.01", summary.at("/partitioning/overhead").toString());
    assertEquals("0.05", summary.at("/partitioning/fragmentation/smCycles").toString());
    assertEquals("0.25", summary.at("/partitioning/fragmentation/registers").toString());
    assertEquals("10.0", summary.at("/partitioning/fragmentation/meanCycles").toString());
    assertEquals("0.01", summary.at("/partitioning/fragmentation/meanMillis").toString());
    assertEquals("0.5", summary.at("/partitioning/decisions/smkOther").toString());
    assertEquals("0.25", summary.at("/partitioning/decisions/smkOtherByOne").toString());
  }

  @Test
  void countsTheInstructionsThatAreNotExact() {
    JsonNode instructions = Summary.of(outcome(false), PROVENANCE).get("instructions");

    assertEquals(
        """
        {"exact":13,"approximated":5,"ignored":2,"inexact":[\
        {"mnemonic":"ERRBAR","treatment":"ignored","how":"no errors","warpInstructions":2},\
        {"mnemonic":"HMMA","treatment":"approximated","how":"timed","warpInstructions":1},\
        {"mnemonic":"UBLKCP","treatment":"not modelled","how":"lost","warpInstructions":4}]}""",
        instructions.toString());
  }

  @Test
  void writesNullForWhatAStopLeftUnknown() {
    Outcome stopped =
        new Outcome(
            pair,
            List.of(Optional.empty(), Optional.empty()),
            Fixtures.result(pair.spec(), true),
            List.of(),
            0,
            0,
            0);

    JsonNode summary = Summary.of(stopped, PROVENANCE);

    assertEquals("null", summary.get("stp").toString());
    assertEquals("null", summary.at("/benchmarks/0/ipcAlone").toString());
  }

  @Test
  void saysWhatAnOraclesRunWasPutTogetherFromAndHasNoSumOfItsCounts() {
    JsonNode summary = Summary.of(composed(), PROVENANCE);

    assertFalse(summary.has("device"));
    assertFalse(summary.get("instructions").has("exact"));
    assertEquals("null", summary.at("/benchmarks/0/launches").toString());
    assertEquals("smk-1:1", summary.at("/parts/0/partition").asText());
    assertEquals("1.0", summary.at("/parts/0/windows").toString()); // 3 of 3 decisions
    assertEquals("1.5", summary.at("/parts/0/stp").toString()); // twice as fast: 100 cycles
    assertEquals("1.5", summary.at("/parts/0/antt").toString()); // (1 / 1 + 1 / 0.5) / 2
  }

  @Test
  void measuresTheLatencyOfRequests() {
    JsonNode summary = Summary.of(withRequests(), PROVENANCE);

    JsonNode requests = summary.at("/benchmarks/1/requests");
    double cycle = 1000.0 / pair.spec().gpu().coreKhz(); // in microseconds
    assertFalse(summary.at("/benchmarks/0").has("requests"));
    assertEquals(3, requests.get("ended").asInt());
    assertEquals(100 * cycle, requests.get("p50Micros").asDouble(), 1e-5);
    assertEquals(400 * cycle, requests.get("p95Micros").asDouble(), 1e-5);
    assertEquals(20 * cycle, requests.get("meanWaitMicros").asDouble(), 1e-5);
    assertEquals(1, requests.get("deadlineMisses").asInt());
  }

  @Test
  void aWorkloadWithRequestsCountsInAnttWithTheirMeanSlowdown() {
    Outcome outcome = withRequests();
    double alone = outcome.alone().get(1).orElseThrow().cycles();
    double slowdown = (100 + 100 + 400) / 3.0 / alone;

    assertEquals((1 / outcome.normalizedProgress(0) + slowdown) / 2, outcome.antt(), 1e-9);
    assertEquals(
        (alone / 100 + alone / 100 + alone / 400) / 3, outcome.normalizedProgress(1), 1e-9);
  }

  private Outcome withRequests() {
    Arrivals arrivals = new Arrivals.At(List.of(0L, 1000L, 2000L));
    Tenant tenant = new Tenant(0, Optional.of(arrivals), 300, 0, 100);
    Experiment arriving =
        pair.with(pair.spec().with().tenants(List.of(Tenant.USUAL, tenant)).build());
    Outcome made = outcome(false);
    RunResult served =
        changed(
            made.shared(),
            List.of(
                new RunResult.Request(1, 0, 0, 20, 100, false),
                new RunResult.Request(1, 1, 1000, 1020, 1100, false),
                new RunResult.Request(1, 2, 2000, 2020, 2400, true)),
            List.of());
    return new Outcome(arriving, made.alone(), served, List.of(), 2, 1, 20);
  }

  private Outcome composed() {
    RunResult.Benchmark fast = new RunResult.Benchmark(10, 320, 100, 0, true);
    List<RunResult.Part> parts = List.of(new RunResult.Part("smk-1:1", List.of(fast, fast), 3));
    RunResult composed = changed(Fixtures.result(pair.spec(), true), List.of(), parts);
    return new Outcome(pair, outcome(true).alone(), composed, INEXACT, 2, 1, 20);
  }

  /** Returns a result with prefetches, and with other requests and parts. */
  private static RunResult changed(
      RunResult some, List<RunResult.Request> requests, List<RunResult.Part> parts) {
    RunResult.Device device = some.device();
    return new RunResult(
        some.partial(),
        some.cycles(),
        some.warpInstructions(),
        some.threadInstructions(),
        some.benchmarks(),
        parts.isEmpty() ? some.launches() : List.of(),
        new RunResult.Device(
            device.l1Accesses(),
            device.l1Hits(),
            device.l2Accesses(),
            device.l2Hits(),
            device.dramReadBytes(),
            device.dramWriteBytes(),
            device.dramPeakBytes(),
            device.issueSlots(),
            device.stalls(),
            Map.of("l2Issued", 3L)),
        some.hardware(),
        some.partitioning(),
        some.epochs(),
        some.windows(),
        some.windowsOfSm(),
        some.uses(),
        some.events(),
        requests,
        parts);
  }

  private Outcome ofASweepOverDevices() {
    Outcome made = outcome(true);
    Experiment of = made.experiment();
    Experiment.Base base = new Experiment.Base(of.spec().gpu(), "gto", 0, true);
    Experiment point =
        new Experiment(
            of.name(),
            of.spec(),
            of.roundCycles(),
            Optional.of(base),
            of.inputs(),
            of.file(),
            of.resolved(),
            of.configHash(),
            of.key());
    return new Outcome(point, made.alone(), made.shared(), List.of(), 2, 1, 20);
  }

  @Test
  void holdsExactlyTheMetricsThatTheReferenceDefines() {
    Set<String> found = new TreeSet<>();
    found.addAll(MetricDefinitions.paths(Summary.of(outcome(true), WITH_OWN), FREE));
    found.addAll(MetricDefinitions.paths(Summary.of(composed(), PROVENANCE), FREE));
    found.addAll(MetricDefinitions.paths(Summary.of(withRequests(), PROVENANCE), FREE));
    found.addAll(MetricDefinitions.paths(Summary.of(ofASweepOverDevices(), PROVENANCE), FREE));

    assertEquals(new TreeSet<>(MetricDefinitions.names("summary.json")), found);
  }

  @Test
  void writesTheSameBytesForTheSameOutcome() throws IOException {
    ResultFiles.write(OutputFolder.open(folder.resolve("a")), outcome(false), PROVENANCE);
    ResultFiles.write(OutputFolder.open(folder.resolve("b")), outcome(false), PROVENANCE);

    List<String> names = new ArrayList<>();
    for (String name : new TreeSet<>(List.of(folder.resolve("a").toFile().list()))) {
      names.add(name);
      assertEquals(-1, Files.mismatch(folder.resolve("a/" + name), folder.resolve("b/" + name)));
    }
    assertEquals(
        List.of(
            ".polyphony",
            "config.json",
            "decisions.csv",
            "epochs.csv",
            "kernels.csv",
            "resolved.json",
            "roles.csv",
            "summary.json",
            "timeline.csv"),
        names);
  }

  @Test
  void quotesKernelNamesInCsv() throws IOException {
    ResultFiles.write(OutputFolder.open(folder), outcome(false), PROVENANCE);

    assertEquals(
        """
        benchmark,launch,kernel,startCycle,cycles,warpInstructions,threadInstructions,ipc,threadBlocks
        A,0,"k<a, b>",0,200,10,320,1.6,4
        B,0,"k<a, b>",0,200,10,320,1.6,4
        """,
        Files.readString(folder.resolve("kernels.csv")));
    assertEquals(
        """
        epoch,endCycle,benchmark,kernel,warpInstructions,threadInstructions,ipc,quota,resident,\
        decisionCycle,decision,outcome,roles,partitions,measured,scores,moved,settleCycles
        0,200,A,"k<a, b>",10,320,1.6,8,2,90,more,smkOther,F+,follower=1,follower=2.500,follower=2.0000,3,40
        0,200,B,"k<a, b>",10,320,1.6,8,2,,,,,,,,,
        """,
        Files.readString(folder.resolve("epochs.csv")));
  }

  @Test
  void listsWhatADecisionComparedWithARowForEachCandidateAndBenchmark() throws IOException {
    ResultFiles.write(OutputFolder.open(folder), outcome(false), PROVENANCE);

    assertEquals(
        """
        epoch,cycle,pair,candidate,benchmark,threadBlocks,ipc,score,chosen
        0,90,A,follower,A,1,2.5,2.0,false
        0,90,A,more,A,,,,true
        """,
        Files.readString(folder.resolve("decisions.csv")));
  }

  private Outcome outcome(boolean partial) {
    return new Outcome(
        pair,
        List.of(
            Optional.of(new AloneRun(100, 10, 320, true)),
            Optional.of(new AloneRun(50, 10, 320, true))),
        Fixtures.result(pair.spec(), partial),
        INEXACT,
        2,
        1,
        20);
  }
}
