package org.polyphony.workload.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.MemorySpace;
import org.tukaani.xz.XZInputStream;

class SampleTracesTest {
  @TempDir Path folder;

  private TraceWorkload open(String name) {
    return TraceWorkload.open(BundledTraces.path(name), TraceOptions.quiet(folder));
  }

  @Test
  void areSeven() {
    assertEquals(
        "[sample-chase, sample-collatz, sample-gather, sample-histogram, sample-saxpy,"
            + " sample-sgemm, sample-transcendental]",
        BundledTraces.names().toString());
    assertFalse(BundledTraces.contains("saxpy"));
    assertThrows(IllegalArgumentException.class, () -> BundledTraces.path("saxpy"));
  }

  @ParameterizedTest
  @CsvSource({
    "sample-saxpy, 38912",
    "sample-sgemm, 214016",
    "sample-gather, 19456",
    "sample-collatz, 740841",
    "sample-histogram, 79360",
    "sample-chase, 607",
    "sample-transcendental, 261120"
  })
  void haveTheWarpInstructionsThatTheHardwareCounted(String name, long expected) {
    TraceWorkload sample = open(name);

    assertEquals(expected, sample.kernels().get(0).warpInstructions());
    assertEquals(List.of(), sample.kernels().get(0).inexact());
    assertFalse(BundledTraces.about(name).isBlank());
  }

  /** Reads the text anew, a line and its words at a time, and compares every instruction. */
  @ParameterizedTest
  @CsvSource({"saxpy", "sgemm", "gather", "histogram", "chase"})
  void arePackedWithoutAnyChange(String name) throws IOException {
    TraceKernel kernel = open("sample-" + name).kernels().get(0);
    Path text = BundledTraces.path("sample-" + name).resolveSibling("kernel-1.traceg.xz");
    long compared = 0;
    int block = -1;
    int warp = 0;
    try (BufferedReader in =
            new BufferedReader(
                new InputStreamReader(
                    new XZInputStream(Files.newInputStream(text)), StandardCharsets.US_ASCII));
        InstructionStream stream = kernel.open(1)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.startsWith("#BEGIN_TB")) {
          stream.begin(0, ++block);
        } else if (line.startsWith("warp = ")) {
          warp = Integer.parseInt(line.substring(7));
        } else if (line.indexOf(' ') == 4 && Character.digit(line.charAt(0), 16) >= 0) {
          compare(line.split(" ", -1), kernel, stream, warp);
          compared++;
        }
      }
    }
    assertEquals(kernel.warpInstructions(), compared);
  }

  private static void compare(
      String[] words, TraceKernel kernel, InstructionStream stream, int warp) {
    int index = stream.next(0, warp);
    int mask = Integer.parseUnsignedInt(words[1], 16);
    int opcode = 3 + Integer.parseInt(words[2]);
    int width = opcode + 2 + Integer.parseInt(words[opcode + 1]);
    assertEquals(Long.parseLong(words[0], 16), kernel.instructions().pc(index));
    assertEquals(mask, stream.activeMask(0, warp));
    assertEquals(words[opcode], kernel.instructions().mnemonic(index));
    if (!words[width].equals("0") && mask != 0) {
      boolean shared = kernel.instructions().space(index) == MemorySpace.SHARED;
      long[] expected = lanes(words, width, mask, shared ? -1024 : 0);
      long[] found = new long[32];
      stream.addresses(0, warp, found);
      assertArrayEquals(expected, found);
    }
  }

  private static long[] lanes(String[] words, int width, int mask, long offset) {
    long[] lanes = new long[32];
    int mode = Integer.parseInt(words[width + 1]);
    long address = Long.decode(words[width + 2]) + offset;
    int word = width + 3;
    for (int lane = 0; lane < 32; lane++) {
      if ((mask >>> lane & 1) == 0) {
        continue;
      }
      lanes[lane] = address;
      address += Long.parseLong(words[mode == 1 ? width + 3 : word++]);
    }
    return lanes;
  }
}
