package org.polyphony.workload.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.InstructionTable;

class TraceFormatTest {
  private static final String LOAD = "0010 0000000b 1 R2 LDG.E 1 R4 4 ";
  private static final String ADD = "0020 ffffffff 1 R3 FADD 2 R2 R255 0 0";

  @TempDir Path folder;

  private String firstLanes(TraceText trace) {
    long[] lanes = new long[32];
    Arrays.fill(lanes, -1);
    try (InstructionStream stream = trace.kernel(folder).open(1)) {
      stream.begin(0, 0);
      stream.next(0, 0);
      stream.addresses(0, 0, lanes);
    }
    return Arrays.toString(Arrays.copyOf(lanes, 4));
  }

  /** Of four lanes the third is idle. */
  @ParameterizedTest
  @CsvSource({
    "0 0x7f0000000000 0x10 00000000000000000ff0 0, 139637976727552 16 -1 4080, every address",
    "1 0x100 -4 0, 256 252 -1 248, a stride per active lane",
    "1 0x100 4, 256 260 -1 264, without an immediate",
    "2 0x100 64 -32 7, 256 320 -1 288, differences to the lane before",
    "2 0x100 8589934592 -8589934592 7, 256 8589934848 -1 256, differences beyond 32 bits"
  })
  void readsAddressesInEachMode(String text, String lanes, String why) {
    assertEquals(
        "[" + lanes.replace(" ", ", ") + "]", firstLanes(TraceText.ofWarp(LOAD + text)), why);
  }

  @Test
  void takesAMaskOfZeroWithOrWithoutABaseAddress() {
    String idle = "0010 00000000 1 R2 LDG.E 1 R4 4 1";
    TraceKernel kernel = TraceText.ofWarp(idle + " 0x0 0 0", idle, ADD).kernel(folder);

    assertEquals(3, kernel.warpInstructions());
    assertEquals(32, kernel.threadInstructions());
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5})
  void readsInstructionLinesWithoutIdsFromVersionThree(int version) {
    TraceText trace = TraceText.version(version).oneWarp(LOAD + "1 0x100 4 0", ADD);

    assertEquals(2, trace.kernel(folder).warpInstructions());
  }

  /** Before version 3: the thread block and the warp; then, if announced, the source line. */
  @ParameterizedTest
  @CsvSource({"1, false, 3 0 0 0", "2, false, 3 0 0 0", "4, true, 117", "2, true, 0 0 0 1 117"})
  void skipsWhatStandsInFrontOfEachLine(int version, boolean lineInfo, String ids) {
    TraceText head = TraceText.version(version);
    TraceText trace = lineInfo ? head.lineInfo() : head;

    assertEquals("[256, 260, -1, 264]", firstLanes(trace.oneWarp(ids + " " + LOAD + "1 0x100 4")));
  }

  @Test
  void takesATraceWithoutTracerVersionAsTheFirst() {
    String text = TraceText.version(1).oneWarp("0 0 0 0 " + ADD).toString();
    TraceText trace = new TraceText().line(text.replaceFirst("-accelsim.*\n", ""));

    assertEquals(1, trace.kernel(folder).header().tracerVersion());
  }

  @Test
  void readsTheHeader() {
    TraceHeader header = TraceText.ofWarp(ADD).kernel(folder).header();

    assertEquals(
        "TraceHeader[kernelName=_Z4testPf, kernelId=1, grid=(4,1,1), block=(64,1,1),"
            + " sharedMemoryBytes=512, registersPerThread=20, binaryVersion=90,"
            + " sharedBase=140024523784192, localBase=140024540561408, tracerVersion=5,"
            + " lineInfo=false, cudaStream=0]",
        header.toString());
  }

  @Test
  void givesOneStaticInstructionPerProgramCounterAndTextWithItsRegistersAsListed() {
    String other = ADD.replace(" R2 ", " R9 ");
    TraceKernel kernel = TraceText.ofWarp(ADD, other, ADD, other, ADD).kernel(folder);
    InstructionTable table = kernel.instructions();

    assertEquals(2, table.size());
    assertEquals(3, kernel.warpInstructions(0));
    assertEquals("FADD", table.mnemonic(0));
    assertEquals(3, table.destination(0, 0));
    assertEquals(2, table.source(0, 0));
    assertEquals(InstructionTable.ZERO_REGISTER, table.source(0, 1));
  }

  @Test
  void readsLinesThatEndAsOnWindows() {
    String text = TraceText.ofWarp(LOAD + "1 0x100 4 0", ADD).toString();
    TraceText trace = new TraceText().line(text.replace("\n", "\r\n"));

    assertEquals("[256, 260, -1, 264]", firstLanes(trace));
  }

  @ParameterizedTest
  @ValueSource(strings = {"kernel-1.traceg", "kernel-1.traceg.gz", "kernel-1.traceg.xz"})
  void readsPlainGzipAndXz(String name) {
    Path trace = TraceText.ofWarp(ADD, ADD).write(folder, name);
    TraceWorkload workload = TraceWorkload.open(trace, TraceOptions.quiet(folder.resolve("c")));

    assertEquals(2, workload.kernels().get(0).warpInstructions());
    assertEquals("kernel-1", workload.name());
  }

  @Test
  void hasOneCursorPerWarpAndEndsWarpsThatAreNotThere() {
    TraceText trace =
        new TraceText().header().beginBlock(0).warp(1, ADD).endBlock(); // the block has two warps
    try (InstructionStream stream = trace.kernel(folder).open(1)) {
      stream.begin(0, 0);

      assertEquals(InstructionStream.END, stream.next(0, 0));
      assertEquals(0, stream.next(0, 1));
      assertEquals(InstructionStream.END, stream.next(0, 1));
    }
  }

  @Test
  void countsTheThreadBlocksThatArePresent() {
    TraceText trace = new TraceText().header().beginBlock(0).warp(0, ADD).endBlock();
    TraceKernel kernel = trace.beginBlock(2).warp(0, ADD, ADD).endBlock().kernel(folder);

    assertEquals(2, kernel.threadBlocks(), "the grid has 4");
    assertEquals(2, kernel.warpsPerBlock());
  }
}
