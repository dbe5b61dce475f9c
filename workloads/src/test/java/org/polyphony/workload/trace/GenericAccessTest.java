package org.polyphony.workload.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.MemorySpace;

/** The windows of {@link TraceText}: shared at 7f5a00000000, local at 7f5a01000000. */
class GenericAccessTest {
  @TempDir Path folder;

  private TraceKernel kernel;

  private String access(int binaryVersion, String opcode, String address) {
    String line = "0010 00000001 1 R2 " + opcode + " 1 R4 4 1 " + address + " 0 0";
    kernel = TraceText.binary(binaryVersion).oneWarp(line).kernel(folder);
    long[] lanes = new long[32];
    try (InstructionStream stream = kernel.open(1)) {
      stream.begin(0, 0);
      int index = stream.next(0, 0);
      stream.addresses(0, 0, lanes);
      return kernel.instructions().space(index) + " " + Long.toHexString(lanes[0]);
    }
  }

  @Test
  void goesToSharedMemoryInsideTheSharedWindow() {
    assertEquals("SHARED 84", access(86, "LD.E", "0x7f5a00000084"));
  }

  @Test
  void goesToLocalMemoryInsideTheLocalWindow() {
    assertEquals("LOCAL 10", access(86, "ST.E", "0x7f5a01000010"));
  }

  @Test
  void goesToGlobalMemoryElsewhere() {
    assertEquals("GLOBAL 7f5a02000000", access(86, "LD.E", "0x7f5a02000000"));
    assertEquals("GLOBAL 7f59ffffffff", access(86, "LD.E", "0x7f59ffffffff"));
  }

  @Test
  void resolvesAtomicsLikewise() {
    assertEquals("SHARED 0", access(86, "ATOM.E.ADD", "0x7f5a00000000"));
  }

  @Test
  void goesToGlobalMemoryWhereTheTraceStatesNoWindows() {
    String line = "0010 00000001 1 R2 LD.E 1 R4 4 1 0x40 0 0";
    String text = TraceText.ofWarp(line).toString().replaceAll("base_addr = .*", "base_addr = 0");

    kernel = new TraceText().line(text).kernel(folder);

    assertEquals(MemorySpace.GLOBAL, kernel.instructions().space(0));
  }

  @Test
  void splitsAnInstructionThatAccessesTwoMemories() {
    String line = "0010 00000001 1 R2 LD.E 1 R4 4 1 ";
    TraceText trace = TraceText.ofWarp(line + "0x7f5a00000400 0 0", line + "0x10 0 0");

    kernel = trace.kernel(folder);

    assertEquals(MemorySpace.SHARED, kernel.instructions().space(0));
    assertEquals(MemorySpace.GLOBAL, kernel.instructions().space(1));
  }

  @Test
  void countsSharedAddressesOfHopperFromBehindTheReservedKibibyte() {
    assertEquals("SHARED 0", access(90, "LDS", "0x400"));
    assertEquals("SHARED 440", access(90, "LD.E", "0x7f5a00000840"));
  }

  @Test
  void takesSharedAddressesOfOlderArchitecturesAsTheyAre() {
    assertEquals("SHARED 400", access(86, "LDS", "0x400"));
  }
}
