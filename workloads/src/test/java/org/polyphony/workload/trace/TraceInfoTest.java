package org.polyphony.workload.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.gpu.kernel.OpClass;

class TraceInfoTest {
  @TempDir Path folder;

  private TraceInfo info(Path trace) {
    return TraceInfo.of(
        TraceWorkload.open(trace, TraceOptions.quiet(folder.resolve("cache")).approximating(true)));
  }

  @Test
  void tellsOfEachLaunchWhatTheTraceHasAndWritesATableOfThemAndTheirMix() {
    String[] instructions = {"0010 ffffffff 0 FROB 0 0 0", "0020 0000000f 1 R1 DADD 1 R2 0 0"};
    TraceInfo info = info(TraceText.ofWarp(instructions).write(folder, "k.traceg"));

    TraceKernel kernel = info.kernels().get(0);
    assertEquals(1, kernel.threadBlocks());
    assertEquals(4, kernel.header().grid().count());
    assertEquals(2, kernel.instructions().size());
    assertEquals(2, kernel.warpInstructions());
    assertEquals(36, kernel.threadInstructions());
    assertEquals(1, kernel.mix().get(OpClass.FP64));
    assertEquals("FROB", kernel.inexact().get(0).mnemonic());
    String table = info.table();
    assertTrue(table.startsWith("k: 1 launch, 0 copies to the device (0 bytes)\n"), table);
    assertTrue(table.matches("(?s).*test +\\(4,1,1\\) +\\(64,1,1\\) +1/4 +20 +512 +90 .*"), table);
    assertTrue(table.matches("(?s).*FP64 +1 +50.00%\n.*"), table);
  }

  @Test
  void countsTheCopiesOfASample() {
    TraceInfo info = info(BundledTraces.path("sample-saxpy"));

    assertEquals(2, info.copies());
    assertEquals(2 * 65536 * 4, info.copiedBytes());
  }

  @Test
  void listsWhatIsNotExactWithItsCounts() {
    String[] instructions = {
      "0010 ffffffff 0 UTMALDG.2D 0 0 0",
      "0020 ffffffff 0 MEMBAR.SC.CTA 0 0 0",
      "0030 ffffffff 0 CCTL.IVALL 0 0 0",
      "0040 ffffffff 0 UTMALDG.2D 0 0 0",
      "0050 ffffffff 0 FROB.X 0 0 0"
    };

    String table = info(TraceText.ofWarp(instructions).write(folder, "k.traceg")).table();

    assertTrue(
        table.endsWith(
            """
              approximated   MEMBAR.SC.CTA                         1  waits as MEMBAR.GPU
              ignored        CCTL.IVALL                            1  caches keep their lines, nothing is prefetched
              not modelled   FROB.X                                1  unknown opcode; timed as an integer instruction
              not modelled   UTMALDG.2D                            2  TMA moves no data
            """),
        table);
  }

  @Test
  void writesTheStreamOfEachLaunchWhenThereAreSeveral() throws IOException {
    TraceText.ofWarp("0010 ffffffff 0 NOP 0 0 0").write(folder, "kernel-1.traceg");
    new TraceText().stream(9).oneWarp("0010 ffffffff 0 NOP 0 0 0").write(folder, "kernel-2.traceg");
    Path list = folder.resolve("kernelslist.g");
    Files.writeString(list, "kernel-1.traceg\nkernel-2.traceg\n");

    String table = info(list).table();

    assertTrue(table.contains(": 2 launches in 2 streams, 0 copies"), table);
    assertTrue(
        table.matches("(?s).* thread instr  stream\n.* 32       0\n.* 32       1\n.*"), table);
  }
}
