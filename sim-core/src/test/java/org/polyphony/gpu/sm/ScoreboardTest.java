package org.polyphony.gpu.sm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.testing.Script;

class ScoreboardTest {
  private static final int WRITES_R = 0;
  private static final int READS_R = 1;
  private static final int READS_ABOVE_R = 2;
  private static final int WRITES_ABOVE_R = 3;
  private static final int LAST_WARP = 63;

  private final Scoreboard board = new Scoreboard(64);

  /** Instructions about register r and the one above it; the last two write elsewhere. */
  private static KernelProgram around(int r) {
    Script script =
        new Script("around")
            .op(OpClass.INT, r, InstructionTable.ZERO_REGISTER)
            .op(OpClass.INT, 200, r)
            .op(OpClass.INT, 201, r + 1)
            .op(OpClass.INT, r + 1, InstructionTable.ZERO_REGISTER);
    return new KernelProgram(0, 0, 0, 0, script.build(), 8, Warps.GPU);
  }

  private static final KernelProgram PROGRAM = around(20);

  @ParameterizedTest
  @ValueSource(ints = {0, 62, 63, 64, 127, 128, 191, 192, 252})
  void blocksReadsAndWritesOfAPendingRegisterAndOfNoOther(int register) {
    KernelProgram program = around(register);

    board.reserve(LAST_WARP, program, WRITES_R, false, false);
    assertTrue(board.blocks(LAST_WARP, program, READS_R));
    assertTrue(board.blocks(LAST_WARP, program, WRITES_R));
    assertFalse(board.blocks(LAST_WARP, program, READS_ABOVE_R));
    assertFalse(board.isQuiet(LAST_WARP));
    board.release(LAST_WARP, program, WRITES_R, false);

    assertFalse(board.blocks(LAST_WARP, program, READS_R));
    assertTrue(board.isQuiet(LAST_WARP));
  }

  @Test
  void neverHoldsUpAWriteOfARegisterThatIsRead() {
    board.reserve(0, PROGRAM, READS_R, false, false);

    assertFalse(board.blocks(0, PROGRAM, WRITES_R));
  }

  @Test
  void keepsNeighbouringWarpsApart() {
    board.reserve(5, PROGRAM, WRITES_R, true, true);

    for (int other : new int[] {4, 6}) {
      assertTrue(board.isQuiet(other));
      assertFalse(board.blocks(other, PROGRAM, READS_R));
      assertFalse(board.blocksOnLoad(other, PROGRAM, READS_R));
      assertFalse(board.blocksOnGlobal(other, PROGRAM, READS_R));
    }
  }

  @Test
  void tellsWhatWritesARegisterThatIsWaitedFor() {
    board.reserve(0, PROGRAM, WRITES_R, false, false);
    board.reserve(1, PROGRAM, WRITES_R, true, false);
    board.reserve(2, PROGRAM, WRITES_R, true, true);

    assertEquals("result", waits(0));
    assertEquals("load", waits(1));
    assertEquals("global load", waits(2));
  }

  private String waits(int warp) {
    assertTrue(board.blocks(warp, PROGRAM, READS_R));
    String load = board.blocksOnLoad(warp, PROGRAM, READS_R) ? "load" : "result";
    return (board.blocksOnGlobal(warp, PROGRAM, READS_R) ? "global " : "") + load;
  }

  @Test
  void forgetsTheLoadsOfARegisterWhenItIsWritten() {
    board.reserve(0, PROGRAM, WRITES_R, true, true);

    board.release(0, PROGRAM, WRITES_R, true);
    board.reserve(0, PROGRAM, WRITES_R, false, false);

    assertEquals("result", waits(0));
  }

  @Test
  void keepsOtherRegistersPendingWhenOneIsWritten() {
    board.reserve(0, PROGRAM, WRITES_R, true, true);
    board.reserve(0, PROGRAM, WRITES_ABOVE_R, false, false);

    board.release(0, PROGRAM, WRITES_ABOVE_R, false);

    assertEquals("global load", waits(0));
    assertFalse(board.blocks(0, PROGRAM, READS_ABOVE_R));
    assertFalse(board.isQuiet(0));
  }
}
