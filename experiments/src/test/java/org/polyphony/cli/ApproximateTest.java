package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.workload.trace.BundledTraces;
import org.tukaani.xz.XZInputStream;

/** What the model does not have stops a run, unless it is to be approximated. */
class ApproximateTest {
  private static final String KERNEL = "kernel-1.traceg";
  private static final String MESSAGE =
      ": kernel _Z5chasePKiiPi, pc 0x0090: found UTMALDG.2D, which is not modeled (TMA moves no"
          + " data), allowed: modeled instructions, or --approximate (\"approximate\": true in an"
          + " experiment) to run it like that";

  @TempDir private Path folder;
  private Path trace;
  private Path out;

  /**
   * In the trace of a chase, a comparison becomes a TMA copy, and a LOP3 the end of a collective.
   */
  @BeforeEach
  void putACopyIntoATrace() throws IOException {
    trace = Files.createDirectory(folder.resolve("app"));
    out = folder.resolve("out");
    Path sample = BundledTraces.path("sample-chase").resolveSibling("kernel-1.traceg.xz");
    try (InputStream in = new XZInputStream(Files.newInputStream(sample))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      text = text.replace("0 ISETP.GE.U32.AND 1 R3 0 3", "0 UTMALDG.2D 1 R3 0 3");
      Files.writeString(trace.resolve(KERNEL), text.replace(" LOP3.LUT", " ENDCOLLECTIVE"));
    }
    Files.writeString(trace.resolve("kernelslist.g"), KERNEL + "\n");
  }

  private CommandRun simulate(String... args) {
    return CommandRun.of(new GpuSimulation(), folder.resolve("cache"), args);
  }

  private CommandRun approximated() {
    CommandRun run = simulate("run", trace.toString(), "--approximate", "--out", out.toString());
    assertEquals(0, run.exitCode(), run.err());
    return run;
  }

  private JsonNode summary(Path of) throws IOException {
    return new ObjectMapper().readTree(of.resolve("summary.json").toFile());
  }

  private String[] sweep(String... more) throws IOException {
    Path file = folder.resolve("sweep.json");
    Files.writeString(
        file,
        """
        {"schemaVersion": 1, "name": "s", "base": {"gpu": "gtx980", "workloads": [{"trace": "app"}]},
         "axes": {"seed": [1, 2]}}
        """);
    List<String> args =
        new ArrayList<>(List.of("sweep", file.toString(), "--quiet", "--out", out.toString()));
    args.addAll(List.of(more));
    return args.toArray(String[]::new);
  }

  @Test
  void stopsARunBeforeItSimulatesWithItsNamePlaceAndWhatToDo() {
    CommandRun run =
        CommandRun.refused(
            folder.resolve("cache"), "run", trace.toString(), "--quiet", "--out", out.toString());

    run.assertBadInput("polyphony: " + trace.resolve(KERNEL) + MESSAGE);
    assertFalse(Files.exists(out));
  }

  @Test
  void stopsASweepBeforeItsFirstRun() throws IOException {
    CommandRun run = CommandRun.refused(folder.resolve("cache"), sweep());

    run.assertBadInput("polyphony: " + trace.resolve(KERNEL) + MESSAGE);
    assertFalse(Files.exists(out));
  }

  @Test
  void stopsAProfileWhoseTrafficWouldBeWrong() {
    CommandRun.refused(folder.resolve("cache"), "trace", "profile", trace.toString())
        .assertBadInput(MESSAGE);
    assertEquals(0, simulate("trace", "profile", trace.toString(), "--approximate").exitCode());
  }

  @Test
  void countsWhatARunApproximates() throws IOException {
    CommandRun run = approximated();

    JsonNode summary = summary(out);
    JsonNode counts = summary.path("instructions");
    assertEquals(
        """
        [{"mnemonic":"ENDCOLLECTIVE","treatment":"approximated","how":"timed as a branch",\
        "warpInstructions":1},\
        {"mnemonic":"UTMALDG.2D","treatment":"not modelled","how":"TMA moves no data",\
        "warpInstructions":1}]""",
        counts.path("inexact").toString());
    assertEquals(2, counts.path("approximated").asLong());
    assertEquals(
        summary.path("warpInstructions").asLong(),
        counts.path("exact").asLong() + 2 + counts.path("ignored").asLong());
    assertTrue(
        run.out()
            .contains(
                "approximated 2 and ignored 0 warp instructions: ENDCOLLECTIVE (timed as a branch),"
                    + " UTMALDG.2D (TMA moves no data)\n"),
        run.out());
  }

  @Test
  void showsInTheReportWhatARunApproximates() throws IOException {
    approximated();

    CommandRun report = simulate("report", out.toString());

    assertEquals(0, report.exitCode(), report.err());
    String page = Files.readString(out.resolve("report.html"));
    assertTrue(page.contains("Instructions that are not executed exactly"), page);
    assertTrue(page.contains("TMA moves no data"), page);
  }

  @Test
  void runsAgainFromResultsThatRecordTheApproximation() throws IOException {
    approximated();
    Path again = folder.resolve("again");

    CommandRun run = simulate("run", out.toString(), "--quiet", "--out", again.toString());

    assertEquals(0, run.exitCode(), run.err());
    assertEquals(summary(out).path("instructions"), summary(again).path("instructions"));
  }

  @Test
  void saysHowManyRunsOfASweepApproximate() throws IOException {
    CommandRun run = simulate(sweep("--approximate"));

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains("runs with approximated instructions: 2 "), run.out());
  }

  @Test
  void saysWhatSeveralSeedsApproximate() {
    CommandRun run =
        simulate(
            "run", trace.toString(), "--approximate", "--repeat", "2", "--out", out.toString());

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains("approximated 4 warp instructions"), run.out());
  }

  @Test
  void describesWhatATraceHasThatIsNotModelled() {
    CommandRun run = simulate("describe", trace.toString());

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(
        run.out().contains("  approximated    ENDCOLLECTIVE (timed as a branch)\n"), run.out());
    assertTrue(run.out().contains("  not modelled    UTMALDG.2D (TMA moves no data)\n"), run.out());
  }

  @Test
  void stopsAModelWithAnInstructionThatIsNotModelled() throws IOException {
    String model =
        """
        {"schemaVersion": 1, "name": "m", "about": "for tests",
         "kernels": {"k": {"registers": 8, "block": [64], "grid": [1],
           "program": ["MOV r =; BAR.ARV", {"op": "TXD", "class": "TEXTURE"}]}},
         "launches": [{"launch": "k"}]}
        """;
    Path file = Files.writeString(folder.resolve("m.json"), model);

    CommandRun.refused(folder.resolve("cache"), "run", file.toString(), "--quiet")
        .assertBadInput(
            file
                + ": kernel k, pc 0x0008: found BAR.ARV, which is not modeled (waits for all"
                + " warps of the thread block), and 1 more that are not modeled, allowed:");
    CommandRun run =
        simulate("run", file.toString(), "--approximate", "--quiet", "--out", out.toString());

    assertEquals(0, run.exitCode(), run.err());
    assertEquals(4, summary(out).at("/instructions/approximated").asLong());
  }

  @Test
  void countsTheSameForEveryNumberOfThreads() throws IOException {
    String model =
        """
        {"schemaVersion": 1, "name": "m", "about": "for tests",
         "kernels": {"k": {"registers": 8, "block": [64], "grid": [400],
           "program": ["MOV r =; MEMBAR.CTA; BAR.RED; FADD*9 r = r; MEMBAR.CTA"]}},
         "launches": [{"launch": "k"}, {"launch": "k"}]}
        """;
    String file = Files.writeString(folder.resolve("m.json"), model).toString();
    for (String threads : List.of("1", "2")) {
      Path of = folder.resolve(threads);
      CommandRun run =
          simulate(
              "run", file, "--set", "gpu=volta-v100", "--threads", threads, "--out", of.toString());

      assertEquals(0, run.exitCode(), run.err());
      assertEquals(2 * 400 * 2 * 3, summary(of).at("/instructions/approximated").asLong());
    }
  }

  @Test
  void countsAsExactWhatABundledWorkloadExecutes() throws IOException {
    CommandRun run = simulate("run", "sample-chase", "--quiet", "--out", out.toString());

    assertEquals(0, run.exitCode(), run.err());
    assertEquals(
        "{\"exact\":607,\"approximated\":0,\"ignored\":0,\"inexact\":[]}",
        summary(out).path("instructions").toString());
    assertFalse(run.out().contains("approximated"), run.out());
  }
}
