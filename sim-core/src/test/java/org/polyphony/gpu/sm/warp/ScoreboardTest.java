package org.polyphony.gpu.sm.warp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.testing.Lanes;
import org.polyphony.gpu.testing.Script;

class ScoreboardTest {
  private static final int WRITES_R = 0;
  private static final int READS_R = 1;
  private static final int READS_ABOVE_R = 2;
  private static final int LOADS_R_GLOBAL = 5;
  private static final int LAST_WARP = 63;

  private final WarpTable warps = new WarpTable(64, Ports.count(Warps.SM), true, 1);

  /** Instructions about register r and the one above it; those that read it write elsewhere. */
  private static Instruction[] around(int r) {
    Lanes any = Lanes.same(0);
    Script script =
        new Script("around")
            .op(OpClass.INT, r, InstructionTable.ZERO_REGISTER)
            .op(OpClass.INT, 200, r)
            .op(OpClass.INT, 201, r + 1)
            .op(OpClass.INT, r + 1, InstructionTable.ZERO_REGISTER)
            .load(MemorySpace.SHARED, r, InstructionTable.ZERO_REGISTER, any)
            .load(MemorySpace.GLOBAL, r, InstructionTable.ZERO_REGISTER, any);
    return InstructionDecoder.decode(script.build().instructions(), Warps.GPU);
  }

  private static final Instruction[] PROGRAM = around(20);

  private Scoreboard board(int warp) {
    return warps.at(warp).scoreboard;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 62, 63, 64, 127, 128, 191, 192, 252})
  void blocksReadsAndWritesOfAPendingRegisterAndOfNoOther(int register) {
    Instruction[] program = around(register);

    board(LAST_WARP).reserve(program[WRITES_R]);
    assertTrue(board(LAST_WARP).blocks(program[READS_R]));
    assertTrue(board(LAST_WARP).blocks(program[WRITES_R]));
    assertFalse(board(LAST_WARP).blocks(program[READS_ABOVE_R]));
    assertFalse(board(LAST_WARP).isQuiet());
    board(LAST_WARP).release(program[WRITES_R]);

    assertFalse(board(LAST_WARP).blocks(program[READS_R]));
    assertTrue(board(LAST_WARP).isQuiet());
  }

  @Test
  void neverHoldsUpAWriteOfARegisterThatIsRead() {
    board(0).reserve(PROGRAM[READS_R]);

    assertFalse(board(0).blocks(PROGRAM[WRITES_R]));
  }

  @Test
  void keepsNeighbouringWarpsApart() {
    board(5).reserve(PROGRAM[LOADS_R_GLOBAL]);

    for (int other : new int[] {4, 6}) {
      assertTrue(board(other).isQuiet());
      assertFalse(board(other).blocks(PROGRAM[READS_R]));
      assertFalse(board(other).blocksOnLoad(PROGRAM[READS_R]));
      assertFalse(board(other).blocksOnGlobal(PROGRAM[READS_R]));
    }
  }

  /** Instructions that are reserved and, with a minus, released; what a read of r waits for. */
  @ParameterizedTest(name = "{0}: {2}")
  @CsvSource({
    "0, result, an instruction writes it",
    "4, load, a load of shared memory",
    "5, global load, one of global memory",
    "5 -5 0, result, the load is forgotten when it is written",
    "5 3 -3, global load, another register that is written leaves it pending"
  })
  void tellsWhatWritesARegisterThatIsWaitedFor(String steps, String waits, String why) {
    for (String step : steps.split(" ", -1)) {
      if (step.startsWith("-")) {
        board(0).release(PROGRAM[-Integer.parseInt(step)]);
      } else {
        board(0).reserve(PROGRAM[Integer.parseInt(step)]);
      }
    }

    assertEquals(waits, waits(0), why);
    assertFalse(board(0).blocks(PROGRAM[READS_ABOVE_R]));
    assertFalse(board(0).isQuiet());
  }

  private String waits(int warp) {
    assertTrue(board(warp).blocks(PROGRAM[READS_R]));
    String load = board(warp).blocksOnLoad(PROGRAM[READS_R]) ? "load" : "result";
    return (board(warp).blocksOnGlobal(PROGRAM[READS_R]) ? "global " : "") + load;
  }
}
