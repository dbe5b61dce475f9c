package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.input.Home;

class CompareCommandTest {
  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  private void run(String name, String policy, double stp, double ipc) throws IOException {
    folder.json(
        name + "/resolved.json",
        "{'policy':{'name':'%s'},'seed':1,'workloads':[{'content':'0123456789'}]}"
            .formatted(policy));
    folder.json(
        name + "/summary.json",
        "{'policy':'%s','cycles':100,'stp':%s,'benchmarks':[{'name':'BS','ipc':%s}],"
                .formatted(policy, stp, ipc)
            + "'host':{'wallSeconds':7.5}}");
  }

  /** Writes pairs with two seeds each, whose mean is the STP; ANTT is 1 / STP. */
  private void sweep(String name, String policy, double... stp) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int pair = 0; pair < stp.length; pair++) {
      for (int seed = 1; seed <= 2; seed++) {
        double own = stp[pair] + (seed == 1 ? 0.1 : -0.1);
        lines.append(
            "{'run':'P%d_%d','axes':{'workloads':['P%d','X'],'seed':%d},"
                    .formatted(pair, seed, pair, seed)
                + "'stp':%s,'antt':%s,'benchmarks':[]}\n".formatted(own, 1 / stp[pair]));
      }
    }
    String config = "{'base':{'policy':'%s'},'axes':{'workloads':[['P0','X']]},'repeats':2}";
    sweep(name, config.formatted(policy), lines.toString());
  }

  private void sweep(String name, String config, String lines) throws IOException {
    folder.write(name + "/sweep.json", "{}");
    folder.json(name + "/config.json", config);
    folder.json(name + "/results.jsonl", lines);
  }

  private CommandRun compare(String words) {
    return folder.refused("compare " + words);
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
    run("a", "maestro", 1, 10);
    run("b", "smk-even", 1, 10);

    CommandRun run = compare("./a ./b");

    assertEquals(List.of("policy.name", "maestro", "smk-even"), row(run, "policy.name"));
    assertFalse(run.out().contains("seed"), run.out());
    assertFalse(run.out().contains("workloads"), run.out());
  }

  @Test
  void showsAMetricWithItsUnitDifferenceAndPercent() throws IOException {
    run("a", "maestro", 1, 10);
    run("b", "maestro", 1.25, 5);

    CommandRun run = compare("./a ./b");

    assertTrue(run.out().startsWith("config: no differences"), run.out());
    assertEquals(List.of("stp", "1", "1", "1.25", "+0.25", "+25.00%"), row(run, "stp"));
    assertEquals(
        List.of("BS: ipc", "thread instructions / cycle", "10", "5", "-5", "-50.00%"),
        row(run, "BS: ipc"));
    assertEquals(List.of("cycles", "core cycles", "100", "100", "0", "+0.00%"), row(run, "cycles"));
    assertFalse(run.out().contains("wallSeconds"), run.out());
  }

  @Test
  void showsMetricsOverThoseOfAnyOneAndWritesATable() throws IOException {
    run("a", "maestro", 1, 10);
    run("b", "smk-even", 1.25, 10);

    CommandRun over = compare("./a ./b --normalize-to ./b");
    compare("./a ./b --csv ./c.csv").shows();

    assertEquals(List.of("stp", "1", "1.25", "0.8000"), row(over, "stp"));
    List<String> lines = folder.lines("c.csv");
    assertTrue(lines.contains("config,policy.name,,b,smk-even,,"), lines.toString());
    assertTrue(lines.contains("metric,stp,1,b,1.25,0.25,1.25"), lines.toString());
  }

  /** Three pairs with two seeds each; one point of the second sweep has no counterpart. */
  @Test
  void matchesPointsOfSweepsByWhatTheyShare() throws IOException {
    sweep("a", "maestro", 1.0, 1.0, 1.0);
    sweep("b", "tutti", 1.1, 1.0, 0.9, 5.0);

    CommandRun run = compare("./a ./b --csv ./c.csv");

    assertEquals(List.of("policy", "maestro", "tutti"), row(run, "policy"));
    assertEquals(List.of("STP", "3", "0.997", "-", "1", "1", "1"), row(run, "STP"));
    assertEquals(List.of("ANTT", "3", "1.003", "-", "1", "1", "1"), row(run, "ANTT"));
    assertTrue(run.out().contains("points only in b: 1\n"), run.out());
    assertTrue(folder.lines("c.csv").get(1).startsWith("a,b,,stp,3,0.99"), folder.read("c.csv"));
  }

  @Test
  void comparesWhatSlowsWorkloadsDown() throws IOException {
    sweep("a", "maestro", 1.0);
    sweep("b", "tutti", 1.1);
    String heading = "point,benchmark,cause,mean,low,high,least,most,from,to,largest\n";
    folder.write("a/explanation.csv", heading + ",LC,dram,0.5,,,0.5,0.5,1,1.5,1\n");
    folder.write(
        "b/explanation.csv",
        heading + ",LC,dram,0.25,,,0.25,0.25,1,1.25,1\n,BS,dram,0.35,,,0.35,0.35,1,1.35,1\n");

    assertEquals(List.of("dram", "0.500", "0.300"), row(compare("./a ./b"), "dram"));
  }

  /** Writes a run of one pair beside a sweep of two pairs and two policies. */
  private void runAndSweep(String workloads) throws IOException {
    run("a", "maestro", 1, 10);
    folder.json(
        "a/config.json", "{'name':'a','gpu':'gtx980','policy':'maestro','workloads':['BS']}");
    StringBuilder lines = new StringBuilder();
    for (String pair : List.of(workloads, "X")) {
      for (String policy : List.of("tutti", "smk-even")) {
        lines.append(
            "{'run':'%s_%s','axes':{'workloads':['%s'],'policy':'%s'},"
                    .formatted(pair, policy, pair, policy)
                + "'stp':%s,'benchmarks':[{'name':'%s'}]}\n"
                    .formatted(policy.equals("tutti") ? 1.5 : 0.75, pair));
      }
    }
    sweep("b", "{'base':{'gpu':'gtx980'},'axes':{}}", lines.toString());
  }

  @Test
  void matchesARunWithThePointsOfASweepThatHaveItsWorkloads() throws IOException {
    runAndSweep("BS");

    CommandRun both = compare("./a ./b");

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
        row(compare("./b ./a"), "tutti -> maestro"));
  }

  @Test
  void saysWhetherSoloRunsDiffer() throws IOException {
    for (String each : List.of("a", "b")) {
      run(each, "maestro", 1, 10);
      String alone = "\"microseconds\":1,\"benchmarks\":[{\"ipcAlone\":7";
      folder.replace(
          each + "/summary.json", "\"benchmarks\":[{", alone + (each.equals("a") ? "," : "0,"));
    }

    assertTrue(compare("./a ./b").out().contains("Solo runs differ (BS: "));
    assertFalse(compare("./a ./a/.").out().contains("Solo runs differ"));
  }

  @Test
  void comparesDevices() {
    CommandRun run = compare("gtx980 gtx980-reference");

    assertEquals(List.of("l2.latency", "102", "120"), row(run, "l2.latency"));
    assertFalse(run.out().contains("metric"), run.out());
  }

  @Test
  void refusesResultsWithoutACommonPoint() throws IOException {
    runAndSweep("LC");
    compare("./a ./b")
        .assertBadInput("b: has no point in common with", "compare results of the same workloads");
    sweep("c", "maestro", 1.0);
    sweep("d", "maestro", 1.0);
    folder.replace("d/results.jsonl", "\"P0\"", "\"Q\"");
    folder.replace("d/config.json", "P0", "Q");
    compare("./c ./d").assertBadInput("d: has no point in common with");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "./a ./host | host;found the results of a host experiment;a run or a sweep",
        "gtx980 ./a | found the results of a run;a device, like gtx980",
        "EXPERIMENT gtx980 | found an experiment;polyphony run",
        "gtx980 gtx99 | gtx99: no such file or folder;a device",
        "gtx980 gtx980-reference --normalize-to gtx98 | --normalize-to;'gtx98';nearest: gtx980",
      },
      quoteCharacter = '`')
  void refusesWhatItCannotCompare(String words, String parts) throws IOException {
    run("a", "maestro", 1, 10);
    run("b", "maestro", 1, 9);
    folder.json("host/host-summary.json", "{'runs':[]}");
    Path experiment = Home.find().resolve("configs/experiments/maestro.json");

    compare(words.replace("EXPERIMENT", experiment.toString()))
        .assertBadInput(parts.split(";", -1));
  }
}
