package org.polyphony.gpu.sm.warp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.testing.Lanes;
import org.polyphony.gpu.testing.Script;

class WarpTableTest {
  private static Warps warp(Script script) {
    return new Warps(script, 1);
  }

  @Test
  void blocksAReadOfAPendingRegisterUntilItIsWritten() {
    Warps warps = warp(new Script("raw").op(OpClass.INT, 1, 2).op(OpClass.INT, 3, 1));

    Instruction writer = warps.issue(0);
    assertFalse(warps.isReady(0));
    assertEquals(1, warps.table.states().blockedOnResult());
    warps.table.completed(warps.table.at(0), writer);

    assertTrue(warps.isReady(0));
    assertEquals(0, warps.table.states().blockedOnResult());
  }

  /** Registers that two instructions write and read. */
  @ParameterizedTest(name = "{0} {1}, {2} {3}: {5}")
  @CsvSource({
    "1, 2, 1, 3, false, a write of a pending register",
    "1, 2, 2, 3, true, a write of a register that is still to be read",
    "255, 2, 255, 255, true, the zero register is never pending",
    "1, 2, 65, 129, true, registers of different words"
  })
  void theSecondIsReadyAfterTheFirst(
      int written, int read, int second, int readBySecond, boolean isReady, String why) {
    Warps warps =
        warp(
            new Script("two").op(OpClass.INT, written, read).op(OpClass.INT, second, readBySecond));

    warps.issue(0);

    assertEquals(isReady, warps.isReady(0), why);
  }

  @Test
  void tellsAWaitForALoadFromAWaitForAResult() {
    Script script = new Script("load").load(MemorySpace.GLOBAL, 1, 2, Lanes.same(0));
    Warps warps = warp(script.op(OpClass.INT, 3, 1));

    warps.issue(0);

    assertEquals(1, warps.table.states().blockedOnLoad());
    assertEquals(0, warps.table.states().blockedOnResult());
  }

  @Test
  void drainsOnlyWhenNothingIsInFlightAndEveryStoreIsAcknowledged() {
    Warps warps = warp(new Script("end").store(MemorySpace.GLOBAL, 1, Lanes.same(0)));
    Instruction store = warps.issue(0);
    warps.table.storeSent(warps.table.at(0));
    Instruction exit = warps.issue(0);

    warps.table.completed(warps.table.at(0), exit);
    warps.table.completed(warps.table.at(0), store);
    assertEquals(0, warps.table.states().drained());
    warps.table.storeAcknowledged(0);

    assertEquals(1, warps.table.states().drained());
  }

  @Test
  void freesASlotWithoutATraceOfItsWarp() {
    Warps warps = warp(new Script("end").op(OpClass.INT, 1, 2));
    Instruction first = warps.issue(0);
    warps.table.drop(0);

    warps.table.completed(warps.table.at(0), first);
    warps.table.remove(0);

    assertEquals(
        0,
        warps.table.states().alive()
            | warps.table.states().finished()
            | warps.table.states().drained());
    assertTrue(warps.table.at(0).scoreboard.isQuiet());
  }

  @Test
  void aWarpThatComesBackHasTheLanesOfTheInstructionAtWhichItWasSuspended() {
    Script script = new Script("back").op(OpClass.INT, 1, 2).op(OpClass.INT, 3, 4).lanes(0xff);
    Warps warps = warp(script);
    warps.issue(0);
    Instruction at = warps.table.at(0).head();

    warps.table.freeze(0);
    warps.table.remove(0);
    warps.table.restore(5, warps.program, 0, 0, 0, at);

    assertEquals(0xff, warps.table.at(5).activeMask());
  }

  @Test
  void theWarpLaunchedFirstIsTheOldestWhateverItsSlot() {
    Warps warps = new Warps(new Script("old").op(OpClass.INT, 1, 2), 3);
    warps.table.remove(0);
    warps.table.launch(0, warps.program, 0, 0, 0);

    assertEquals(1, warps.table.oldest(0b111));
    assertEquals(2, warps.table.oldest(0b101));
    assertEquals(0, warps.table.oldest(0b001));
  }
}
