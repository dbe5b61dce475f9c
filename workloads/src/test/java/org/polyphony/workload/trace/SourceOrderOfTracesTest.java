package org.polyphony.workload.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.gpu.kernel.InstructionOrder;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.workload.order.SymbolicWarp;

class SourceOrderOfTracesTest {
  @TempDir Path folder;

  private TraceKernel open(Path trace, InstructionOrder order) {
    return TraceWorkload.open(trace, TraceOptions.quiet(folder.resolve("cache")), order)
        .kernels()
        .get(0);
  }

  private TraceKernel source(String... lines) {
    Path trace = TraceText.ofWarp(lines).write(folder, "kernel-1.traceg");
    return open(trace, InstructionOrder.SOURCE);
  }

  /** Returns what a warp executes, as program counters and mnemonics. */
  private static String walk(TraceKernel kernel) {
    List<String> walked = new ArrayList<>();
    try (InstructionStream stream = kernel.open(1)) {
      stream.begin(0, 0);
      for (int i = stream.next(0, 0); i >= 0; i = stream.next(0, 0)) {
        walked.add(Long.toHexString(kernel.instructions().pc(i)));
        walked.add(kernel.instructions().mnemonic(i));
      }
    }
    return String.join(" ", walked);
  }

  private static String load(String pc, int to) {
    return pc + " ffffffff 1 R" + to + " LDG.E 1 R10 4 1 0x7f0000000000 4 0";
  }

  private static String op(String pc, String opcode, int to, int from) {
    return pc + " ffffffff 1 R" + to + " " + opcode + " 1 R" + from + " 0 0";
  }

  @Test
  void sinksLoadsAndGivesEachPlaceItsProgramCounter() {
    TraceKernel kernel =
        source(
            load("0000", 2),
            load("0010", 3),
            op("0020", "FADD", 20, 21),
            op("0030", "FMUL", 4, 3),
            op("0040", "FFMA", 5, 2));

    assertEquals("0 FADD 10 LDG.E 20 FMUL 30 LDG.E 40 FFMA", walk(kernel));
  }

  @Test
  void aBranchTargetBeginsAStretch() {
    String branch = "0030 ffffffff 0 BRA 0 0 0";
    TraceKernel kernel =
        source(
            load("0000", 2),
            op("0010", "FADD", 20, 21), // to here the branch leads
            op("0020", "FMUL", 4, 2),
            branch,
            op("0010", "FADD", 20, 21),
            op("0020", "FMUL", 4, 2),
            branch,
            "0040 ffffffff 0 EXIT 0 0 0");

    assertTrue(walk(kernel).startsWith("0 LDG.E 10 FADD 20 FMUL"), walk(kernel));
  }

  @Test
  void aTargetThatAnotherWarpHasJumpedForwardToBeginsAStretch() {
    String branch = "0000 ffffffff 0 BRA 0 0 0";
    String target = op("0020", "FADD", 20, 21);
    Path trace =
        new TraceText()
            .header()
            .beginBlock(0)
            .warp(0, branch, load("0010", 2), target, op("0030", "FMUL", 4, 2))
            .warp(1, branch, target, op("0030", "FMUL", 4, 2))
            .endBlock()
            .write(folder, "kernel-1.traceg");

    String walked = walk(open(trace, InstructionOrder.SOURCE));

    assertEquals("0 BRA 10 LDG.E 20 FADD 30 FMUL", walked);
  }

  @Test
  void aWarpThatExecutesAPartKeepsTheOrderOfTheWhole() {
    Path trace =
        new TraceText()
            .header()
            .beginBlock(0)
            .warp(0, op("0010", "FADD", 10, 21), load("0030", 2), op("0050", "FFMA", 5, 2))
            .warp(
                1,
                op("0010", "FADD", 10, 21),
                load("0030", 2),
                op("0040", "FMUL", 4, 20),
                op("0050", "FFMA", 5, 2))
            .endBlock()
            .write(folder, "kernel-1.traceg");

    assertEquals("10 FADD 40 LDG.E 50 FFMA", walk(open(trace, InstructionOrder.SOURCE)));
  }

  /** Of a pair of registers a trace lists the first; the load reads R10 and R11 and writes two. */
  @Test
  void regardsRegistersOfPairsThatTheTraceDoesNotList() {
    String wide = "0000 ffffffff 1 R2 LDG.E.64 1 R10 8 1 0x7f0000000000 8 0";

    assertEquals(
        "0 LDG.E.64 10 FMUL 20 FADD",
        walk(source(wide, op("0010", "FMUL", 4, 3), op("0020", "FADD", 20, 21))));
  }

  @Test
  void leavesTheCompilersOrderAsItWas() {
    Path trace =
        TraceText.ofWarp(load("0000", 2), op("0010", "FADD", 20, 21), op("0020", "FMUL", 4, 2))
            .write(folder, "kernel-1.traceg");
    String before = walk(open(trace, InstructionOrder.COMPILED));

    assertNotEquals(before, walk(open(trace, InstructionOrder.SOURCE)));
    assertEquals(before, walk(open(trace, InstructionOrder.COMPILED)));
    assertEquals("0 LDG.E 10 FADD 20 FMUL", before);
  }

  @Test
  void keepsAnEntryOfTheCacheForEachOrder() {
    Path trace = TraceText.ofWarp(load("0000", 2)).write(folder, "kernel-1.traceg");
    TraceCache cache = new TraceCache(TraceOptions.quiet(folder.resolve("cache")));

    Path compiled = cache.packed(trace, InstructionOrder.COMPILED);
    Path source = cache.packed(trace, InstructionOrder.SOURCE);

    assertNotEquals(compiled, source);
    assertEquals(compiled, cache.packed(trace, InstructionOrder.COMPILED));
    assertEquals(source, cache.packed(trace, InstructionOrder.SOURCE));
    assertNotEquals(compiled, cache.packed(compiled, InstructionOrder.SOURCE)); // packed already
  }

  @Test
  void randomWarpsDoTheSame() {
    int moved = 0;
    for (int seed = 0; seed < 60; seed++) {
      RandomTrace random = new RandomTrace(new Random(seed));
      Path trace = random.text(3).write(folder, "random-" + seed + ".traceg");
      TraceKernel compiled = open(trace, InstructionOrder.COMPILED);
      TraceKernel source = open(trace, InstructionOrder.SOURCE);
      for (int block = 0; block < compiled.threadBlocks(); block++) {
        for (int warp = 0; warp < compiled.warpsPerBlock(); warp++) {
          List<String> expected = SymbolicWarp.executed(compiled, block, warp);
          assertEquals(expected, SymbolicWarp.executed(source, block, warp), "seed " + seed);
        }
      }
      assertEquals(compiled.threadBlocks(), source.threadBlocks());
      assertEquals(compiled.warpInstructions(), source.warpInstructions());
      assertEquals(compiled.threadInstructions(), source.threadInstructions());
      moved += walk(compiled).equals(walk(source)) ? 0 : 1;
    }
    assertTrue(moved > 40, "moved " + moved);
  }

  @Test
  void samplesDoTheSame() {
    for (String name : BundledTraces.names()) {
      Path trace = BundledTraces.path(name);
      TraceKernel compiled = open(trace, InstructionOrder.COMPILED);
      TraceKernel source = open(trace, InstructionOrder.SOURCE);

      assertEquals(
          SymbolicWarp.executed(compiled, 0, 0), SymbolicWarp.executed(source, 0, 0), name);
      assertEquals(compiled.warpInstructions(), source.warpInstructions(), name);
      assertEquals(TraceProfiler.profile(compiled), TraceProfiler.profile(source), name);
    }
  }
}
