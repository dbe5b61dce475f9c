package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A kernel of 8,192 thread blocks that copies 2 MiB. */
class ImportCheckTest {
  private static final String HEADER =
      """
      "Kernel Name","copy"
      "Address","Source","Instructions Executed","Thread Instructions Executed",\
      "Predicated-On Thread Instructions Executed","L2 Theoretical Sectors Global",\
      "L1 Tag Requests Global"
      """;
  private static final String[] CODE = {
    "S2R R0, SR_CTAID.X",
    "S2R R2, SR_TID.X",
    "LEA R0, R0, R2, 0x6",
    "LDC.64 R4, c[0x0][0x210]",
    "IMAD.WIDE R4, R0, 0x4, R4",
    "LDG.E R6, desc[UR4][R4.64]",
    "LDC.64 R8, c[0x0][0x218]",
    "IMAD.WIDE R8, R0, 0x4, R8",
    "STG.E desc[UR4][R8.64], R6",
    "EXIT"
  };
  private static final String[] CODE_WITH_BARRIER = {"BAR.SYNC 0x1, 0x80", "EXIT"};
  private static final String COUNTERS =
      """
      "Kernel Name","Block Size","Grid Size","CC","launch__registers_per_thread",\
      "launch__shared_mem_per_block_static","launch__shared_mem_per_block_dynamic",\
      "launch__cluster_size","dram__bytes_read.sum","lts__t_sectors_srcunit_tex.sum"
      "","","","","register/thread","byte/block","byte/block","","Mbyte","sector"
      "copy","(64, 1, 1)","(8192, 1, 1)","9.0","16","0","0","0","2.1","131072"
      """;

  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  @Test
  void aModelThatDoesWhatWasCountedHasNoDifference() throws IOException {
    CommandRun run = imported(COUNTERS);

    run.shows("check: 100% of its thread blocks on 132 SMs", "n/a");
    assertFalse(run.out().contains("differs:"), run.out());
    assertFalse(run.err().contains("warning"), run.err());
    assertFalse(folder.read("models/copy.json").contains("Differs"));
  }

  @Test
  void aModelThatReadsTwiceTheBytesDiffersAndSaysSo() throws IOException {
    CommandRun run = imported(COUNTERS.replace("2.1", "1.048576"));

    run.shows("  differs: DRAM bytes read +100%; likely cause: two pointers to one array");
    String warning = "kernel copy: its model is far from the report: DRAM bytes read +100%";
    assertTrue(run.err().contains(warning), run.err());
    String model = folder.read("models/copy.json");
    assertTrue(model.contains(" Differs from the report: DRAM bytes read +100%."), model);
  }

  @Test
  void fewBytesAreNegligible() throws IOException {
    CommandRun run = imported(COUNTERS.replace("8192", "512").replace("131072", "999"));

    assertFalse(run.out().lines().anyMatch(l -> l.contains("L2") && l.contains("differs")));
  }

  @Test
  void aKernelThatWaitsForEverIsRefusedWithItsInstruction() throws IOException {
    write(CODE_WITH_BARRIER, COUNTERS);

    CommandRun run = folder.simulated("import ./source.csv ./raw.csv --out ./models");

    run.assertBadInput("makes no progress: SM 0 warp 0: waits at a barrier", "(EXIT)");
    assertFalse(folder.has("models/copy.json"));
  }

  private CommandRun imported(String counters) throws IOException {
    write(CODE, counters);
    CommandRun run = folder.simulated("import ./source.csv ./raw.csv --out ./models");
    assertEquals(0, run.exitCode(), run.err());
    return run;
  }

  private void write(String[] code, String counters) throws IOException {
    int warps = counters.contains("8192") ? 16_384 : 1_024;
    StringBuilder source = new StringBuilder(HEADER);
    for (int i = 0; i < code.length; i++) {
      boolean isAccess = code[i].contains("desc");
      source.append(
          "\"0x%x\",\"%s\",\"%d\",\"%d\",\"%d\",\"%d\",\"%d\"\n"
              .formatted(
                  256 + 16 * i,
                  code[i],
                  warps,
                  32 * warps,
                  32 * warps,
                  isAccess ? 4 * warps : 0,
                  isAccess ? warps : 0));
    }
    folder.write("source.csv", source.toString());
    folder.write("raw.csv", counters);
  }
}
