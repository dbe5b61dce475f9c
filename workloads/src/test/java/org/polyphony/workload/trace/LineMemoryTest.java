package org.polyphony.workload.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.input.InvalidInputException;

class LineMemoryTest {
  private static final long SEED = 20261122;
  private static final int WARPS = 32;
  private static final int INSTRUCTIONS = 80; // more than the memory holds at first
  private static final String ADD = "0020 ffffffff 1 R3 FADD 2 R2 R255 0 0";

  @TempDir Path folder;

  @Test
  void readsLinesThatRepeatAndLinesWhoseMaskChanges() {
    Random random = new Random(SEED);
    List<String> masks = new ArrayList<>();
    TraceText trace = new TraceText().block("(1024,1,1)").header().beginBlock(0);
    for (int warp = 0; warp < WARPS; warp++) {
      String[] lines = new String[INSTRUCTIONS];
      for (int i = 0; i < INSTRUCTIONS; i++) {
        String mask = random.nextInt(4) > 0 ? "ffffffff" : "0000000" + random.nextInt(1, 8);
        masks.add(i + " " + mask);
        lines[i] = "%04x %s 1 R3 FADD 2 R2 R255 0 0".formatted(i * 16, mask);
      }
      trace.warp(warp, lines);
    }

    assertEquals(masks, walk(trace.endBlock().kernel(folder)), "seed " + SEED);
  }

  private static List<String> walk(TraceKernel kernel) {
    List<String> found = new ArrayList<>();
    try (InstructionStream stream = kernel.open(1)) {
      stream.begin(0, 0);
      for (int warp = 0; warp < WARPS; warp++) {
        int index = stream.next(0, warp);
        while (index != InstructionStream.END) {
          found.add(index + " %08x".formatted(stream.activeMask(0, warp)));
          index = stream.next(0, warp);
        }
      }
    }
    return found;
  }

  @Test
  void countsLinesThatRepeat() {
    TraceKernel kernel = TraceText.ofWarp(ADD, ADD, ADD).kernel(folder);

    assertEquals(3, kernel.warpInstructions(0));
    assertEquals(96, kernel.threadInstructions());
  }

  @Test
  void namesTheLineThatIsWrongAfterLinesThatRepeat() {
    String wrong = ADD + " 0";
    TraceText trace = TraceText.ofWarp(ADD, ADD, ADD, wrong);
    long number = trace.toString().lines().takeWhile(line -> !line.equals(wrong)).count() + 1;

    InvalidInputException e = assertThrows(InvalidInputException.class, () -> trace.kernel(folder));

    assertTrue(e.getMessage().contains("line " + number + ":"), e.getMessage());
  }
}
