package org.polyphony.workload.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.kernel.InstructionStream;

class PackedStreamTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int WARPS = 2;

  @TempDir Path folder;

  private final List<RandomWarp> warps = new ArrayList<>();
  private final long[] lanes = new long[32];

  /** Thread blocks of two warps; some longer than a piece, so that they have tails. */
  private TraceKernel randomKernel(long seed, int blocks) {
    Random random = new Random(seed);
    TraceText trace = new TraceText().grid(blocks).header();
    for (int block = 0; block < blocks; block++) {
      trace.beginBlock(block);
      for (int warp = 0; warp < WARPS; warp++) {
        RandomWarp made = new RandomWarp(random, random.nextInt(random.nextBoolean() ? 40 : 1500));
        warps.add(made);
        trace.warp(warp, made.lines());
      }
      trace.endBlock();
    }
    return trace.kernel(folder);
  }

  private void checkNext(TraceKernel kernel, InstructionStream stream, int slot, int[] at) {
    int warp = at[0];
    RandomWarp expected = warps.get(at[1]);
    int i = at[2]++;
    int index = stream.next(slot, warp);
    if (i >= expected.pcs.length) {
      assertEquals(InstructionStream.END, index);
      return;
    }
    assertEquals(expected.pcs[i], kernel.instructions().pc(index));
    assertEquals(expected.masks[i], stream.activeMask(slot, warp));
    if (expected.lanes[i] != null) {
      stream.addresses(slot, warp, lanes);
      for (int left = expected.masks[i]; left != 0; left &= left - 1) {
        int lane = Integer.numberOfTrailingZeros(left);
        assertEquals(expected.lanes[i][lane], lanes[lane], "lane " + lane);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void deliversWhatTheTextSaysWhateverTheOrderOfWarpsAndSlots(long seed) {
    TraceKernel kernel = randomKernel(seed, 6);
    Random random = new Random(~seed);
    try (InstructionStream stream = kernel.open(3)) {
      for (int round = 0; round < 2; round++) { // the second reuses the slots
        List<int[]> cursors = new ArrayList<>(); // slot, then warp, random warp, position
        for (int slot = 0; slot < 3; slot++) {
          int block = round * 3 + slot;
          stream.begin(slot, block);
          for (int warp = 0; warp < WARPS; warp++) {
            cursors.add(new int[] {warp, block * WARPS + warp, 0, slot});
          }
        }
        while (!cursors.isEmpty()) {
          int[] at = cursors.get(random.nextInt(cursors.size()));
          checkNext(kernel, stream, at[3], at);
          cursors.removeIf(c -> c[2] > warps.get(c[1]).pcs.length);
        }
        for (int slot = 0; slot < 3; slot++) {
          stream.end(slot);
        }
      }
    }
  }

  @Test
  void startsADroppedThreadBlockFromItsBeginning() {
    TraceKernel kernel = randomKernel(11, 1);
    try (InstructionStream stream = kernel.open(2)) {
      stream.begin(1, 0);
      for (int i = 0; i < 5; i++) {
        stream.next(1, 0);
      }
      stream.end(1);
      stream.begin(0, 0);

      int[] at = {0, 0, 0};
      while (at[2] <= warps.get(0).pcs.length) {
        checkNext(kernel, stream, 0, at);
      }
    }
  }

  @Test
  void deliversAWarpLongerThanManyPieces() {
    Random random = new Random(3);
    RandomWarp warp = new RandomWarp(random, 5000);
    warps.add(warp);
    TraceKernel kernel = TraceText.ofWarp(warp.lines()).kernel(folder);
    try (InstructionStream stream = kernel.open(1)) {
      stream.begin(0, 0);
      int[] at = {0, 0, 0};
      for (int i = 0; i <= warp.pcs.length; i++) {
        checkNext(kernel, stream, 0, at);
      }
    }
  }

  @Test
  void keepsReturningTheEndAndRefusesAThreadBlockThatTheTraceDoesNotHave() {
    TraceKernel kernel = TraceText.ofWarp("0010 ffffffff 0 NOP 0 0 0").kernel(folder);
    try (InstructionStream stream = kernel.open(1)) {
      stream.begin(0, 0);
      stream.next(0, 0);

      assertEquals(InstructionStream.END, stream.next(0, 0));
      assertEquals(InstructionStream.END, stream.next(0, 0));
      assertThrows(IllegalArgumentException.class, () -> stream.begin(0, 1));
    }
  }

  @Test
  void leavesIdleLanesUntouched() {
    String load = "0010 00000005 1 R2 LDG.E 1 R4 4 1 0x100 4 0";
    try (InstructionStream stream = TraceText.ofWarp(load).kernel(folder).open(1)) {
      lanes[1] = -7;
      stream.begin(0, 0);
      stream.next(0, 0);
      stream.addresses(0, 0, lanes);
    }

    assertEquals(0x100, lanes[0]);
    assertEquals(-7, lanes[1]);
    assertEquals(0x104, lanes[2]);
  }

  private void walk(InstructionStream stream, TraceKernel kernel) {
    for (int block = 0; block < kernel.threadBlocks(); block++) {
      stream.begin(0, block);
      for (int warp = 0; warp < WARPS; warp++) {
        while (stream.next(0, warp) != InstructionStream.END) {
          stream.addresses(0, warp, lanes);
        }
      }
      stream.end(0);
    }
  }

  /**
   * Some JDKs allocate a few bytes for a read of a file, so for a thread block; an object for each
   * instruction would be sixteen bytes each at least.
   */
  @Test
  void allocatesNothingPerInstruction() {
    TraceKernel kernel = randomKernel(21, 20);
    try (InstructionStream stream = kernel.open(1)) {
      long least = Long.MAX_VALUE; // of several passes: the JVM itself allocates now and then
      for (int pass = 0; pass < 10; pass++) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        walk(stream, kernel);
        least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
      }

      assertTrue(least * 10 < kernel.warpInstructions() * 16, "bytes " + least);
    }
  }

  @Test
  void packsWithoutAllocatingPerInstruction() throws IOException {
    String[] instructions = new RandomWarp(new Random(1), 400).lines();
    TraceText little = TraceText.binary(90).grid(40).header();
    TraceText much = TraceText.binary(90).grid(40).header();
    for (int block = 0; block < 40; block++) {
      much.beginBlock(block).warp(0, instructions).warp(1, instructions).endBlock();
      if (block < 4) {
        little.beginBlock(block).warp(0, instructions).warp(1, instructions).endBlock();
      }
    }
    Path littleFile = little.write(folder, "little.traceg");
    Path muchFile = much.write(folder, "much.traceg");
    KernelTraceReader.pack(littleFile, folder.resolve("warm"));

    long start = THREADS.getCurrentThreadAllocatedBytes();
    KernelTraceReader.pack(littleFile, folder.resolve("little"));
    long middle = THREADS.getCurrentThreadAllocatedBytes();
    KernelTraceReader.pack(muchFile, folder.resolve("much"));
    long end = THREADS.getCurrentThreadAllocatedBytes();

    long perInstruction = ((end - middle) - (middle - start)) / (36 * 2 * 400);
    assertTrue(perInstruction < 8, "bytes per instruction: " + perInstruction);
  }
}
