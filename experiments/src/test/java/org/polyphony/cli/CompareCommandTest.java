package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.input.Home;

class CompareCommandTest {
  @TempDir private Path folder;

  private String run(String name, String policy, double stp, double ipc) throws IOException {
    Path run = Files.createDirectory(folder.resolve(name));
    Files.writeString(
        run.resolve("resolved.json"),
        "{\"policy\":{\"name\":\"%s\"},\"seed\":1,\"workloads\":[{\"content\":\"0123456789\"}]}"
            .formatted(policy));
    Files.writeString(
        run.resolve("summary.json"),
        "{\"policy\":\"%s\",\"cycles\":100,\"stp\":%s,\"benchmarks\":[{\"name\":\"BS\",\"ipc\":%s}],"
                .formatted(policy, stp, ipc)
            + "\"host\":{\"wallSeconds\":7.5}}");
    return run.toString();
  }

  /** Each pair with two seeds, whose mean is the STP; ANTT is 1 / STP. */
  private String sweep(String name, String policy, List<Double> stp) throws IOException {
    Path sweep = Files.createDirectory(folder.resolve(name));
    Files.writeString(sweep.resolve("sweep.json"), "{}");
    Files.writeString(
        sweep.resolve("config.json"),
        "{\"base\":{\"policy\":\"%s\"},\"axes\":{\"workloads\":[[\"P0\",\"X\"]]},\"repeats\":2}"
            .formatted(policy));
    StringBuilder lines = new StringBuilder();
    for (int pair = 0; pair < stp.size(); pair++) {
      for (int seed = 1; seed <= 2; seed++) {
        double own = stp.get(pair) + (seed == 1 ? 0.1 : -0.1);
        lines.append(
            "{\"run\":\"%s\",\"axes\":{\"workloads\":[\"P%d\",\"X\"],\"seed\":%d},"
                    .formatted("P" + pair + "_" + seed, pair, seed)
                + "\"stp\":%s,\"antt\":%s,\"benchmarks\":[]}\n".formatted(own, 1 / stp.get(pair)));
      }
    }
    Files.writeString(sweep.resolve("results.jsonl"), lines);
    return sweep.toString();
  }

  private CommandRun compare(String... args) {
    String[] all = new String[args.length + 1];
    all[0] = "compare";
    System.arraycopy(args, 0, all, 1, args.length);
    return CommandRun.refused(folder.resolve("cache"), all);
  }

  /** Returns the cells of the line that begins with a name. */
  private static List<String> row(CommandRun run, String name) {
    assertEquals(0, run.exitCode(), run.err());
    return run.out()
        .lines()
        .filter(line -> line.startsWith(name + "  "))
        .map(line -> List.of(line.split("  +", -1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " in " + run.out()));
  }

  @Test
  void showsTheConfigValuesThatDifferAndNoOthers() throws IOException {
    CommandRun run = compare(run("a", "maestro", 1, 10), run("b", "smk-even", 1, 10));

    assertEquals(List.of("policy.name", "maestro", "smk-even"), row(run, "policy.name"));
    assertFalse(run.out().contains("seed"), run.out());
    assertFalse(run.out().contains("workloads"), run.out());
  }

  @Test
  void showsAMetricWithItsUnitDifferenceAndPercent() throws IOException {
    CommandRun run = compare(run("a", "maestro", 1, 10), run("b", "maestro", 1.25, 5));

    assertTrue(run.out().startsWith("config: no differences"), run.out());
    assertEquals(List.of("stp", "1", "1", "1.25", "+0.25", "+25.00%"), row(run, "stp"));
    assertEquals(
        List.of("BS: ipc", "thread instructions / cycle", "10", "5", "-5", "-50.00%"),
        row(run, "BS: ipc"));
    assertEquals(List.of("cycles", "core cycles", "100", "100", "0", "+0.00%"), row(run, "cycles"));
    assertFalse(run.out().contains("wallSeconds"), run.out());
  }

  @Test
  void showsMetricsOverThoseOfAnyOne() throws IOException {
    String a = run("a", "maestro", 1, 10);
    String b = run("b", "smk-even", 1.25, 10);

    CommandRun run = compare(a, b, "--normalize-to", b);

    assertEquals(List.of("stp", "1", "1.25", "0.8000"), row(run, "stp"));
  }

  @Test
  void writesAllAsATableAndAsBars() throws IOException {
    Path csv = folder.resolve("c.csv");
    Path chart = folder.resolve("c.svg");

    CommandRun run =
        compare(
            run("a", "maestro", 1, 10),
            run("b", "smk-even", 1.25, 10),
            "--csv",
            csv.toString(),
            "--chart",
            chart.toString());

    assertEquals(0, run.exitCode(), run.err());
    List<String> lines = Files.readAllLines(csv);
    assertTrue(lines.contains("config,policy.name,,b,smk-even,,"), lines.toString());
    assertTrue(lines.contains("metric,stp,1,b,1.25,0.25,1.25"), lines.toString());
    assertTrue(Files.readString(chart).contains("<svg"));
  }

  /** Three pairs with two seeds each; one point of the second sweep has no counterpart. */
  @Test
  void matchesPointsOfSweepsByWhatTheyShare() throws IOException {
    String a = sweep("a", "maestro", List.of(1.0, 1.0, 1.0));
    String b = sweep("b", "tutti", List.of(1.1, 1.0, 0.9, 5.0));

    CommandRun run = compare(a, b);

    assertEquals(List.of("policy", "maestro", "tutti"), row(run, "policy"));
    assertEquals(List.of("STP", "3", "0.997", "-", "1", "1", "1"), row(run, "STP"));
    assertEquals(List.of("ANTT", "3", "1.003", "-", "1", "1", "1"), row(run, "ANTT"));
    assertTrue(run.out().contains("points only in b: 1\n"), run.out());
  }

  @Test
  void comparesWhatSlowsWorkloadsDown() throws IOException {
    String a = sweep("a", "maestro", List.of(1.0));
    String b = sweep("b", "tutti", List.of(1.1));
    String heading = "point,benchmark,cause,mean,low,high,least,most,from,to,largest\n";
    Files.writeString(Path.of(a, "explanation.csv"), heading + ",LC,dram,0.5,,,0.5,0.5,1,1.5,1\n");
    Files.writeString(
        Path.of(b, "explanation.csv"),
        heading + ",LC,dram,0.25,,,0.25,0.25,1,1.25,1\n,BS,dram,0.35,,,0.35,0.35,1,1.35,1\n");

    assertEquals(List.of("dram", "0.500", "0.300"), row(compare(a, b), "dram"));
  }

  /** A run of one pair beside a sweep of two pairs and two policies. */
  private String policies(String name, String workloads) throws IOException {
    Path sweep = Files.createDirectory(folder.resolve(name));
    Files.writeString(sweep.resolve("sweep.json"), "{}");
    Files.writeString(sweep.resolve("config.json"), "{\"base\":{\"gpu\":\"gtx980\"},\"axes\":{}}");
    StringBuilder lines = new StringBuilder();
    for (String pair : List.of(workloads, "X")) {
      for (String policy : List.of("tutti", "smk-even")) {
        lines.append(
            "{\"run\":\"%s_%s\",\"axes\":{\"workloads\":[\"%s\"],\"policy\":\"%s\"},"
                    .formatted(pair, policy, pair, policy)
                + "\"stp\":%s,\"benchmarks\":[{\"name\":\"%s\"}]}\n"
                    .formatted(policy.equals("tutti") ? 1.5 : 0.75, pair));
      }
    }
    Files.writeString(sweep.resolve("results.jsonl"), lines);
    return sweep.toString();
  }

  private String runWithConfig(String name, String policy) throws IOException {
    String run = run(name, policy, 1, 10);
    Files.writeString(
        Path.of(run, "config.json"),
        "{\"name\":\"%s\",\"gpu\":\"gtx980\",\"policy\":\"%s\",\"workloads\":[\"BS\"]}"
            .formatted(name, policy));
    return run;
  }

  @Test
  void matchesARunWithThePointsOfASweepThatHaveItsWorkloads() throws IOException {
    String run = runWithConfig("a", "maestro");
    String sweep = policies("b", "BS");

    CommandRun both = compare(run, sweep);

    assertEquals(
        List.of("maestro -> tutti", "STP", "1", "1.500", "-", "1", "0", "0"),
        row(both, "maestro -> tutti"));
    assertEquals(
        List.of("maestro -> smk-even", "STP", "1", "0.750", "-", "0", "0", "1"),
        row(both, "maestro -> smk-even"));
    assertTrue(both.out().contains("points only in b: 1\n"), both.out());
    assertFalse(both.out().contains("name"), both.out());
    assertEquals(
        List.of("tutti -> maestro", "STP", "1", "0.667", "-", "0", "0", "1"),
        row(compare(sweep, run), "tutti -> maestro"));
  }

  @Test
  void saysWhetherSoloRunsDiffer() throws IOException {
    String a = run("a", "maestro", 1, 10);
    String b = run("b", "maestro", 1, 10);
    for (String each : List.of(a, b)) {
      Path summary = Path.of(each, "summary.json");
      String alone = "\"microseconds\":1,\"benchmarks\":[{\"ipcAlone\":" + each.length();
      String json = Files.readString(summary).replace("\"benchmarks\":[{", alone + ",");
      Files.writeString(summary, each.equals(a) ? json : json.replace(alone, alone + "0"));
    }

    assertTrue(compare(a, b).out().contains("Solo runs differ (BS: "));
    assertFalse(compare(a, a + "/.").out().contains("Solo runs differ"));
  }

  @Test
  void refusesARunWithoutItsWorkloadsInTheSweep() throws IOException {
    compare(runWithConfig("a", "maestro"), policies("b", "LC"))
        .assertBadInput("b: has no point in common with", "compare results of the same workloads");
  }

  @Test
  void writesSweepsAsATableAndAsBars() throws IOException {
    Path csv = folder.resolve("c.csv");
    Path chart = folder.resolve("c.svg");
    String a = sweep("a", "maestro", List.of(1.0, 1.0));

    CommandRun run =
        compare(
            a,
            sweep("b", "tutti", List.of(2.0, 2.0)),
            "--csv",
            csv.toString(),
            "--chart",
            chart.toString());

    assertEquals(0, run.exitCode(), run.err());
    String row = Files.readAllLines(csv).get(1);
    assertTrue(row.startsWith("a,b,,stp,2,2.0,"), row);
    assertTrue(Files.readString(chart).contains("ANTT"));
  }

  @Test
  void refusesSweepsWithoutACommonPoint() throws IOException {
    String a = sweep("a", "maestro", List.of(1.0));
    Path lines = Path.of(sweep("b", "maestro", List.of(1.0))).resolve("results.jsonl");
    Files.writeString(lines, Files.readString(lines).replace("\"P0\"", "\"Q\""));
    Path config = lines.resolveSibling("config.json");
    Files.writeString(config, Files.readString(config).replace("P0", "Q"));

    compare(a, lines.getParent().toString()).assertBadInput("b: has no point in common with");
  }

  @Test
  void comparesDevices() {
    CommandRun run = compare("gtx980", "gtx980-reference");

    assertEquals(List.of("l2.latency", "102", "120"), row(run, "l2.latency"));
    assertFalse(run.out().contains("metric"), run.out());
  }

  @Test
  void refusesResultsOfAnotherKind() throws IOException {
    Path host = Files.createDirectory(folder.resolve("host"));
    Files.writeString(host.resolve("host-summary.json"), "{\"runs\":[]}");

    compare(run("a", "maestro", 1, 10), host.toString())
        .assertBadInput("host", "found the results of a host experiment", "a run or a sweep");
  }

  @Test
  void refusesToMixKinds() throws IOException {
    compare("gtx980", run("a", "maestro", 1, 10))
        .assertBadInput("found the results of a run", "a device, like gtx980");
  }

  @Test
  void refusesAnExperiment() {
    compare(Home.find().resolve("configs/experiments/maestro.json").toString(), "gtx980")
        .assertBadInput("found an experiment", "polyphony run");
  }

  @Test
  void refusesWhatIsNotThere() {
    compare("gtx980", "gtx99").assertBadInput("gtx99: no such file or folder", "a device");
  }

  @Test
  void refusesABaseThatIsNotCompared() {
    compare("gtx980", "gtx980-reference", "--normalize-to", "gtx98")
        .assertBadInput("--normalize-to", "'gtx98'", "nearest: gtx980");
  }

  @Test
  void refusesAChartOfDevices() {
    compare("gtx980", "gtx980-reference", "--chart", "a.svg").assertBadInput("--chart", "results");
  }

  @Test
  void refusesAChartOfUnknownFormat() throws IOException {
    compare(run("a", "maestro", 1, 10), run("b", "maestro", 1, 9), "--chart", "a.gif")
        .assertBadInput("--chart", "a.gif", ".svg");
  }
}
