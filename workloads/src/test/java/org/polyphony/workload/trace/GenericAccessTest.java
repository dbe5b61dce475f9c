package org.polyphony.workload.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  @ParameterizedTest
  @CsvSource({
    "86, LD.E, 0x7f5a00000084, SHARED 84, in the shared window",
    "86, ATOM.E.ADD, 0x7f5a00000000, SHARED 0, atomics likewise",
    "86, ST.E, 0x7f5a01000010, LOCAL 10, in the local window",
    "86, LD.E, 0x7f5a02000000, GLOBAL 7f5a02000000, behind the windows",
    "86, LD.E, 0x7f59ffffffff, GLOBAL 7f59ffffffff, before the windows",
    "86, LDS, 0x400, SHARED 400, shared addresses of older architectures as they are",
    "90, LDS, 0x400, SHARED 0, those of Hopper from behind the reserved kibibyte",
    "90, LD.E, 0x7f5a00000840, SHARED 440, those of Hopper from behind the reserved kibibyte"
  })
  void goesTo(int binaryVersion, String opcode, String address, String place, String why) {
    assertEquals(place, access(binaryVersion, opcode, address), why);
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
}
