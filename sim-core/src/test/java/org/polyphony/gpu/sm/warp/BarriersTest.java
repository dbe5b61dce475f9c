package org.polyphony.gpu.sm.warp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.testing.Script;

class BarriersTest {
  private final Warps warps = new Warps(new Script("any").op(OpClass.INT, 1, 1), 3);
  private final Barriers barriers = new Barriers(2, warps.table, false);

  BarriersTest() {
    barriers.launch(0, 0b011);
    barriers.launch(1, 0b100);
  }

  /** Thread block and warp of those that arrive, or leave; the warps that wait then. */
  @ParameterizedTest(name = "{0}: {2}")
  @CsvSource({
    "0+0, 1, the first of its thread block",
    "0+0 0+1, 0, until the last arrives",
    "0+0 0-1, 0, or ends",
    "0+0 1+2, 1, other thread blocks do not matter",
    "0+0 0+1 0+1, 2, it closes again after it has opened"
  })
  void holdsWarps(String steps, long waiting, String why) {
    for (String step : steps.split(" ", -1)) {
      int block = step.charAt(0) - '0';
      int warp = step.charAt(2) - '0';
      if (step.charAt(1) == '+') {
        barriers.arrive(block, warp);
      } else {
        barriers.leave(block, warp);
      }
    }

    assertEquals(waiting, warps.table.states().atBarrier(), why);
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
}
