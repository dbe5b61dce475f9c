package org.polyphony.policy.warp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
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

  @Test
  void greedyThenOldestStaysWithTheWarpThatIssuedLast() {
    GreedyThenOldest order = new GreedyThenOldest(1, warps.table);
    issue(order, 0b1000);

    assertEquals(3, issue(order, 0b1111));
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
  void greedyThenOldestReturnsToTheWarpWhoseTurnItIs() {
    GreedyThenOldest order = new GreedyThenOldest(1, warps.table);
    issue(order, 0b0001); // in the stall of warp 3

    assertEquals(3, order.choose(0, 0b1111, 0b1000));
  }

  @Test
  void greedyThenOldestGoesToTheOldestAfterAnInstructionThatYields() {
    GreedyThenOldest order = new GreedyThenOldest(1, warps.table);
    issue(order, 0b1000);
    order.yielded(0);

    assertEquals(0, issue(order, 0b1111));
  }

  @Test
  void looseRoundRobinGoesToTheNextReadySlotAndWrapsAround() {
    LooseRoundRobin order = new LooseRoundRobin(1);

    assertEquals(0, issue(order, 0b1011));
    assertEquals(1, issue(order, 0b1011));
    assertEquals(3, issue(order, 0b1011));
    assertEquals(0, issue(order, 0b1011));
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
