package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.simulation.GpuSimulation;

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

  @TempDir Path folder;

  @BeforeEach
  void writeTheReport() throws IOException {
    Files.writeString(folder.resolve("source.csv"), SOURCE);
    Files.writeString(folder.resolve("raw.csv"), RAW);
  }

  @Test
  void anImportedKernelRunsInAnExperiment() throws IOException {
    assertEquals(0, importReport().exitCode());
    Path config = folder.resolve("run.json");
    Files.writeString(
        config,
        """
        {"schemaVersion": 1, "gpu": "hopper-h200", "workloads": [{"model": "models/copy.json"}]}
        """);

    CommandRun run =
        CommandRun.of(
            new GpuSimulation(),
            folder.resolve("cache"),
            "run",
            config.toString(),
            "--out",
            folder.resolve("out").toString());

    assertEquals(0, run.exitCode(), run.err());
    String summary = Files.readString(folder.resolve("out").resolve("summary.json"));
    assertTrue(summary.contains("\"warpInstructions\": 640"), summary);
  }

  @Test
  void anImportSaysWhatItRead() {
    String out = importReport().out();

    assertTrue(out.contains("copy.json: 10 instructions read"), out);
  }

  /** The source page repeats the listing of a launch for each function that its kernel calls. */
  @Test
  void aKernelWithFunctionsIsListedSeveralTimesAndReadOnce() throws IOException {
    Files.writeString(folder.resolve("source.csv"), SOURCE + SOURCE);

    String out = importReport().out();

    assertEquals(1, out.lines().filter(line -> line.contains("instructions read")).count(), out);
  }

  @Test
  void listingsThatDoNotFitTheLaunchesAreRefused() throws IOException {
    Files.writeString(folder.resolve("source.csv"), SOURCE + SOURCE + SOURCE);
    String launch = RAW.lines().skip(2).findFirst().orElseThrow();
    Files.writeString(folder.resolve("raw.csv"), RAW + launch + "\n");

    importReport().assertBadInput("raw.csv: 2 launches, but 3 in ");
  }

  @Test
  void whatTheDeviceExecutesIsNotCalledInexact() {
    String out = importReport().out();

    assertFalse(out.contains("not exact"), out);
  }

  @Test
  void writesAModelAgain() {
    assertEquals(0, importReport().exitCode());
    assertEquals(0, importReport().exitCode());
  }

  @Test
  void replacesNoModelThatDiffers() throws IOException {
    assertEquals(0, importReport().exitCode());
    Path model = folder.resolve("models").resolve("copy.json");
    String edited = Files.readString(model).replace("registers\": 16", "registers\": 17");
    Files.writeString(model, edited);

    importReport().assertBadInput("copy.json: differs from the model of this report; replace it");
    assertEquals(edited, Files.readString(model));
  }

  @Test
  void replacesAModelThatDiffersWhenForced() throws IOException {
    assertEquals(0, importReport().exitCode());
    Path model = folder.resolve("models").resolve("copy.json");
    String imported = Files.readString(model);
    Files.writeString(model, "{}");

    assertEquals(0, importReport("--force").exitCode());
    assertEquals(imported, Files.readString(model));
  }

  @Test
  void writesNoModelWhenOneDiffers() throws IOException {
    Files.writeString(folder.resolve("source.csv"), SOURCE + SOURCE);
    String launch = RAW.lines().skip(2).findFirst().orElseThrow();
    Files.writeString(folder.resolve("raw.csv"), RAW + launch + "\n");
    Path last = Files.createDirectories(folder.resolve("models")).resolve("copy-2.json");
    Files.writeString(last, "{}");

    importReport().assertBadInput("copy-2.json: differs from the model of this report");
    assertFalse(Files.exists(last.resolveSibling("copy.json")));
  }

  private CommandRun importReport(String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "import",
                folder.resolve("source.csv").toString(),
                folder.resolve("raw.csv").toString(),
                "--out",
                folder.resolve("models").toString()));
    arguments.addAll(List.of(options));
    return CommandRun.refused(folder.resolve("cache"), arguments.toArray(String[]::new));
  }
}
