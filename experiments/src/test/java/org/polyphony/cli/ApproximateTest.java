package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the model does not have stops a run, unless it is to be approximated. */
class ApproximateTest {
  private static final String KERNEL = "kernel-1.traceg";
  private static final String MESSAGE =
      ": kernel _Z5chasePKiiPi, pc 0x0090: found UTMALDG.2D, which is not modeled (TMA moves no"
          + " data), allowed: modeled instructions, or --approximate (\"approximate\": true in an"
          + " experiment) to run it like that";

  private static final String SWEEP = "sweep ./sweep.json --out ./out ";
  private static final String RUN = "run ./app --out ./out ";

  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  /**
   * In the trace of a chase, a comparison becomes a TMA copy, and a LOP3 the end of a collective.
   */
  @BeforeEach
  void putACopyIntoATrace() throws IOException {
    String text =
        CommandFolder.trace("sample-chase")
            .replace("0 ISETP.GE.U32.AND 1 R3 0 3", "0 UTMALDG.2D 1 R3 0 3");
    folder.write("app/" + KERNEL, text.replace(" LOP3.LUT", " ENDCOLLECTIVE"));
    folder.write("app/kernelslist.g", KERNEL + "\n");
  }

  private CommandRun approximated() {
    return folder.simulated(RUN + "--approximate").shows();
  }

  private JsonNode instructions(String of) throws IOException {
    return folder.tree(of + "/summary.json").path("instructions");
  }

  @Test
  void stopsARunAndASweepBeforeTheySimulateWithItsNamePlaceAndWhatToDo() throws IOException {
    writeASweep();

    for (String words : List.of(RUN, SWEEP)) {
      folder
          .refused(words + "--quiet")
          .assertBadInput("polyphony: " + folder.at("app/" + KERNEL) + MESSAGE);
      assertFalse(folder.has("out"));
    }
  }

  private void writeASweep() throws IOException {
    folder.json(
        "sweep.json",
        """
        {'schemaVersion': 1, 'name': 's', 'base': {'gpu': 'gtx980', 'workloads': [{'trace': 'app'}]},
         'axes': {'seed': [1, 2]}}
        """);
  }

  @Test
  void stopsAProfileWhoseTrafficWouldBeWrong() {
    folder.refused("trace profile ./app").assertBadInput(MESSAGE);
    folder.simulated("trace profile ./app --approximate").shows();
  }

  @Test
  void countsWhatARunApproximates() throws IOException {
    CommandRun run = approximated();

    JsonNode counts = instructions("out");
    assertEquals(
        """
        [{"mnemonic":"ENDCOLLECTIVE","treatment":"approximated","how":"timed as a branch",\
        "warpInstructions":1},\
        {"mnemonic":"UTMALDG.2D","treatment":"not modelled","how":"TMA moves no data",\
        "warpInstructions":1}]""",
        counts.path("inexact").toString());
    folder.refused("report ./out").shows();
    String page = folder.read("out/report.html");
    assertTrue(page.contains("Instructions that are not executed exactly"), page);
    assertTrue(page.contains("TMA moves no data"), page);
    assertEquals(2, counts.path("approximated").asLong());
    assertEquals(
        folder.tree("out/summary.json").path("warpInstructions").asLong(),
        counts.path("exact").asLong() + 2 + counts.path("ignored").asLong());
    assertTrue(
        run.out()
            .contains(
                "approximated 2 and ignored 0 warp instructions: ENDCOLLECTIVE (timed as a branch),"
                    + " UTMALDG.2D (TMA moves no data)\n"),
        run.out());
  }

  @Test
  void runsAgainFromResultsThatRecordTheApproximation() throws IOException {
    approximated();

    folder.simulated("run ./out --quiet --out ./again").shows();

    assertEquals(instructions("out"), instructions("again"));
  }

  @Test
  void saysHowManyRunsOfASweepAndOfSeveralSeedsApproximate() throws IOException {
    writeASweep();
    folder.simulated(SWEEP + "--approximate").shows("runs with approximated instructions: 2 ");
    folder
        .simulated("run ./app --approximate --repeat 2 --out ./seeds")
        .shows("approximated 4 warp instructions");
  }

  @Test
  void describesWhatATraceHasThatIsNotModelled() {
    folder
        .simulated("describe ./app")
        .shows(
            "  approximated    ENDCOLLECTIVE (timed as a branch)\n",
            "  not modelled    UTMALDG.2D (TMA moves no data)\n");
  }

  /** A model of one kernel. */
  private Path model(int blocks, String program) throws IOException {
    return folder.json(
        "m.json",
        """
        {'schemaVersion': 1, 'name': 'm', 'about': 'for tests',
         'kernels': {'k': {'registers': 8, 'block': [64], 'grid': [%d], 'program': [%s]}},
         'launches': [{'launch': 'k'}]}
        """
            .formatted(blocks, program));
  }

  @Test
  void stopsAModelWithAnInstructionThatIsNotModelled() throws IOException {
    Path file = model(1, "'MOV r =; BAR.ARV', {'op': 'TXD', 'class': 'TEXTURE'}");

    folder
        .refused("run ./m.json --quiet")
        .assertBadInput(
            file
                + ": kernel k, pc 0x0008: found BAR.ARV, which is not modeled (waits for all"
                + " warps of the thread block), and 1 more that are not modeled, allowed:");
    folder.simulated("run ./m.json --approximate --quiet --out ./out").shows();

    assertEquals(4, instructions("out").path("approximated").asLong());
  }

  @Test
  void countsTheSameForEveryNumberOfThreads() throws IOException {
    model(400, "'MOV r =; MEMBAR.CTA; BAR.RED; FADD*9 r = r; MEMBAR.CTA'");
    for (String threads : List.of("1", "2")) {
      String words = "run ./m.json --set gpu=volta-v100 --threads %1$s --out ./%1$s";

      folder.simulated(words.formatted(threads)).shows();

      assertEquals(400 * 2 * 3, instructions(threads).path("approximated").asLong());
    }
  }

  @Test
  void countsAsExactWhatABundledWorkloadExecutes() throws IOException {
    CommandRun run = folder.simulated("run sample-chase --quiet --out ./out").shows();

    assertEquals(
        "{\"exact\":607,\"approximated\":0,\"ignored\":0,\"inexact\":[]}",
        instructions("out").toString());
    assertFalse(run.out().contains("approximated"), run.out());
  }
}
