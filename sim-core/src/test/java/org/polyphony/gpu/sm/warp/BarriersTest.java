package org.polyphony.gpu.sm.warp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.testing.Script;

class BarriersTest {
  private final Warps warps = new Warps(new Script("any").op(OpClass.INT, 1, 1), 3);
  private final Barriers barriers = new Barriers(2, warps.table, false);

  BarriersTest() {
    barriers.launch(0, 0b011);
    barriers.launch(1, 0b100);
  }

  @Test
  void holdsWarpsUntilTheLastOfTheirBlockArrives() {
    barriers.arrive(0, 0);
    assertEquals(0b01, warps.table.states().atBarrier());

    barriers.arrive(0, 1);

    assertEquals(0, warps.table.states().atBarrier());
  }

  @Test
  void opensWhenTheWarpThatItWaitsForEnds() {
    barriers.arrive(0, 0);

    barriers.leave(0, 1);

    assertEquals(0, warps.table.states().atBarrier());
  }

  private Barriers thatTakeTime() {
    Barriers late = new Barriers(2, warps.table, true);
    late.launch(0, 0b011);
    return late;
  }

  @Test
  void opensOnlyWhenTheLastArrivalHasLeftItsPipe() {
    Barriers late = thatTakeTime();
    late.issued(0, 0);
    late.issued(0, 1);
    late.completed(0, 0);
    assertEquals(0b011, warps.table.states().atBarrier());

    late.completed(0, 1);

    assertEquals(0, warps.table.states().atBarrier());
  }

  @Test
  void aWarpThatWasDroppedMeanwhileDoesNotArrive() {
    Barriers late = thatTakeTime();
    late.issued(0, 0);
    warps.table.drop(0);
    late.leave(0, 0);
    late.completed(0, 0);

    late.issued(0, 1);
    late.completed(0, 1);

    assertEquals(0, warps.table.states().atBarrier());
  }

  @Test
  void doesNotWaitForOtherBlocks() {
    barriers.arrive(0, 0);

    barriers.arrive(1, 2);

    assertEquals(0b001, warps.table.states().atBarrier());
  }

  @Test
  void closesAgainAfterItHasOpened() {
    barriers.arrive(0, 0);
    barriers.arrive(0, 1);

    barriers.arrive(0, 1);

    assertEquals(0b010, warps.table.states().atBarrier());
  }
}
