package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ImportCommandTest {
  private static final String SOURCE =
      """
      "Kernel Name","copy"
      "Address","Source","Instructions Executed","Thread Instructions Executed",\
      "Predicated-On Thread Instructions Executed","L2 Theoretical Sectors Global",\
      "L1 Tag Requests Global"
      "0x100","S2R R0, SR_CTAID.X","64","2048","2048","0","0"
      "0x110","S2R R2, SR_TID.X","64","2048","2048","0","0"
      "0x120","LEA R0, R0, R2, 0x6","64","2048","2048","0","0"
      "0x130","LDC.64 R4, c[0x0][0x210]","64","2048","2048","0","0"
      "0x140","IMAD.WIDE R4, R0, 0x4, R4","64","2048","2048","0","0"
      "0x150","LDG.E R6, desc[UR4][R4.64]","64","2048","2048","256","64"
      "0x160","LDC.64 R8, c[0x0][0x218]","64","2048","2048","0","0"
      "0x170","IMAD.WIDE R8, R0, 0x4, R8","64","2048","2048","0","0"
      "0x180","STG.E desc[UR4][R8.64], R6","64","2048","2048","256","64"
      "0x190","EXIT","64","2048","2048","0","0"
      """;
  private static final String RAW =
      """
      "Kernel Name","Block Size","Grid Size","CC","launch__registers_per_thread",\
      "launch__shared_mem_per_block_static","launch__shared_mem_per_block_dynamic"
      "","","","","register/thread","byte/block","byte/block"
      "copy","(64, 1, 1)","(32, 1, 1)","9.0","16","0","0"
      """;

  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  @BeforeEach
  void writeTheReport() throws IOException {
    folder.write("source.csv", SOURCE);
    folder.write("raw.csv", RAW);
  }

  @Test
  void anImportedKernelRunsInAnExperiment() throws IOException {
    assertEquals(0, importReport().exitCode());
    folder.json(
        "run.json",
        "{'schemaVersion': 1, 'gpu': 'hopper-h200', 'workloads': [{'model': 'models/copy.json'}]}");

    folder.simulated("run ./run.json --out ./out").shows();

    String summary = folder.read("out/summary.json");
    assertTrue(summary.contains("\"warpInstructions\": 640"), summary);
  }

  /** The source page repeats the listing of a launch for each function that its kernel calls. */
  @Test
  void aKernelWithFunctionsIsListedSeveralTimesAndReadOnce() throws IOException {
    folder.write("source.csv", SOURCE + SOURCE);

    String out = importReport().out();

    assertEquals(1, out.lines().filter(line -> line.contains("instructions read")).count(), out);
  }

  @Test
  void listingsThatDoNotFitTheLaunchesAreRefused() throws IOException {
    folder.write("source.csv", SOURCE + SOURCE + SOURCE);
    String launch = RAW.lines().skip(2).findFirst().orElseThrow();
    folder.write("raw.csv", RAW + launch + "\n");

    importReport().assertBadInput("raw.csv: 2 launches, but 3 in ");
  }

  @Test
  void saysWhatItReadAndWritesTheModelAgain() {
    CommandRun run = importReport().shows("copy.json: 10 instructions read");

    assertFalse(run.out().contains("not exact"), run.out()); // the device executes all of them
    importReport().shows();
  }

  @Test
  void replacesAModelThatDiffersOnlyWhenForced() throws IOException {
    importReport().shows();
    String imported = folder.read("models/copy.json");
    folder.replace("models/copy.json", "registers\": 16", "registers\": 17");
    String edited = folder.read("models/copy.json");

    importReport().assertBadInput("copy.json: differs from the model of this report; replace it");
    assertEquals(edited, folder.read("models/copy.json"));
    importReport("--force").shows();
    assertEquals(imported, folder.read("models/copy.json"));
  }

  @Test
  void writesNoModelWhenOneDiffers() throws IOException {
    folder.write("source.csv", SOURCE + SOURCE);
    String launch = RAW.lines().skip(2).findFirst().orElseThrow();
    folder.write("raw.csv", RAW + launch + "\n");
    folder.write("models/copy-2.json", "{}");

    importReport().assertBadInput("copy-2.json: differs from the model of this report");
    assertFalse(folder.has("models/copy.json"));
  }

  private CommandRun importReport(String... options) {
    return folder.refused("import ./source.csv ./raw.csv --out ./models --no-check", options);
  }
}
