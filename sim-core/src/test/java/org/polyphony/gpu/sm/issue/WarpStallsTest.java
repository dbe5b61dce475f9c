package org.polyphony.gpu.sm.issue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.sm.warp.Instruction;
import org.polyphony.gpu.sm.warp.KernelProgram;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.SmallGpu;

class WarpStallsTest {
  private static final long ALL = -1;
  private static final long FIRST = 0b0001;
  private static final long SECOND = 0b0100;
  private static final long MINE = 0b0101; // the warps of a scheduler
  private final WarpStalls stalls = new WarpStalls();

  private static Instruction instruction(int stall, boolean yields) {
    Script script = new Script("any").op(OpClass.INT, 1, 1).stall(stall, yields);
    return new KernelProgram(0, 0, 0, 0, script.build(), 8, new SmallGpu().config()).instruction(0);
  }

  @Test
  void aWarpIsHeldForTheCyclesOfItsStallCount() {
    stalls.issued(FIRST, MINE, instruction(4, false), 10);

    assertFalse(stalls.tick(13, ALL));
    assertEquals(FIRST, stalls.held());
    assertEquals(14, stalls.next());
    assertTrue(stalls.tick(14, ALL));
    assertEquals(0, stalls.held());
    assertEquals(Long.MAX_VALUE, stalls.next());
  }

  @Test
  void aWarpThatDoesNotYieldKeepsItsTurnAfterItsStall() {
    stalls.issued(FIRST, MINE, instruction(4, false), 10);
    stalls.issued(SECOND, MINE, instruction(1, false), 11); // fills the stall
    stalls.tick(14, ALL);

    assertEquals(FIRST, stalls.going());
  }

  @Test
  void aWarpThatYieldsLosesItsTurn() {
    stalls.issued(FIRST, MINE, instruction(4, false), 10);
    stalls.issued(FIRST, MINE, instruction(4, true), 14);

    assertEquals(0, stalls.going());
  }

  @Test
  void aWarpThatHasToWaitAfterItsStallLosesItsTurn() {
    stalls.issued(FIRST, MINE, instruction(4, false), 10);
    stalls.tick(14, ALL & ~FIRST);

    assertEquals(0, stalls.going());
  }

  @Test
  void whoComesIntoASlotDoesNotInheritItsStall() {
    stalls.issued(FIRST, MINE, instruction(4, false), 10);
    stalls.end(FIRST);

    assertEquals(0, stalls.held() | stalls.going());
  }
}
