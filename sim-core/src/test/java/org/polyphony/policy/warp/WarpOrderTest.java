package org.polyphony.policy.warp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.sm.issue.WarpOrder;
import org.polyphony.gpu.sm.warp.Waiting;
import org.polyphony.gpu.sm.warp.Warps;
import org.polyphony.gpu.testing.Script;

class WarpOrderTest {
  private final Warps warps = new Warps(new Script("any").op(OpClass.INT, 1, 1), 16);

  private static int issue(WarpOrder order, long ready) {
    int warp = order.choose(0, order.considered(0, ready), 0);
    order.issued(0, warp);
    return warp;
  }

  /**
   * Ready warps by their bits, and which one is chosen; behind a slash, those whose turn it is; a
   * yield comes after the instruction before.
   */
  @ParameterizedTest(name = "{0}: {2}")
  @CsvSource({
    "gto, 1000>3 1111>3, it stays with the warp that issued last",
    "gto, 1000>3 yield 1111>0, after an instruction that yields it goes to the oldest",
    "gto, 0001>0 1111/1000>3, back to the warp whose turn it is after its stall",
    "lrr, 1011>0 1011>1 1011>3 1011>0, the next ready slot, around"
  })
  void chooses(String name, String steps, String why) {
    WarpOrder order =
        name.equals("lrr") ? new LooseRoundRobin(1) : new GreedyThenOldest(1, warps.table);
    for (String step : steps.split(" ", -1)) {
      String[] words = step.split("[/>]", -1);
      if (step.equals("yield")) {
        order.yielded(0);
        continue;
      }
      long ready = Long.parseLong(words[0], 2);
      long turn = words.length > 2 ? Long.parseLong(words[1], 2) : 0;
      int warp = order.choose(0, order.considered(0, ready), turn);
      assertEquals(Integer.parseInt(words[words.length - 1]), warp, why);
      order.issued(0, warp);
    }
  }

  @Test
  void greedyThenOldestGoesToTheOldestWhenItsWarpStalls() {
    warps.table.drop(1);
    warps.table.remove(1);
    warps.table.launch(1, warps.program, 0, 0, 1); // now younger than warp 2, in a lower slot
    GreedyThenOldest order = new GreedyThenOldest(1, warps.table);
    issue(order, 0b1000);

    assertEquals(2, issue(order, 0b0110));
  }

  @Test
  void twoLevelIssuesOnlyFromItsActiveWarps() {
    TwoLevel order = new TwoLevel(1, warps.table.states());
    long all = 0xffff;

    long first = order.considered(0, all);

    assertEquals(TwoLevel.ACTIVE_WARPS, Long.bitCount(first));
    assertEquals(first, order.considered(0, all));
  }

  @Test
  void twoLevelReplacesAnActiveWarpThatWaitsForALoad() {
    TwoLevel order = new TwoLevel(1, warps.table.states());
    long active = order.considered(0, 0xffff);
    long waiting = Long.lowestOneBit(active);

    Waiting.LOAD.set(warps.table.states(), waiting);
    long now = order.considered(0, 0xffff & ~waiting);

    assertEquals(TwoLevel.ACTIVE_WARPS, Long.bitCount(now));
    assertEquals(active & ~waiting, now & active);
  }

  @Test
  void twoLevelKeepsAnActiveWarpThatWaitsForAResultOnly() {
    TwoLevel order = new TwoLevel(1, warps.table.states());
    long active = order.considered(0, 0xffff);
    long waiting = Long.lowestOneBit(active);

    Waiting.RESULT.set(warps.table.states(), waiting);

    assertEquals(active & ~waiting, order.considered(0, 0xffff & ~waiting));
  }
}
