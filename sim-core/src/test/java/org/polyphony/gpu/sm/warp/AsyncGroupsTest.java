package org.polyphony.gpu.sm.warp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.polyphony.gpu.sm.warp.AsyncGroups.BULK;
import static org.polyphony.gpu.sm.warp.AsyncGroups.COPY;
import static org.polyphony.gpu.sm.warp.AsyncGroups.MULTIPLY;

import org.junit.jupiter.api.Test;

class AsyncGroupsTest {
  private static final int WARP = 3;

  private final AsyncGroups groups = new AsyncGroups(8);

  private int committed(int kind) {
    int group = groups.join(WARP, kind);
    groups.commit(WARP, kind);
    return group;
  }

  @Test
  void aGroupIsPendingFromItsCommitUntilItsLastOperationIsDone() {
    int group = groups.join(WARP, COPY);
    groups.join(WARP, COPY);

    assertEquals(0, groups.pending(WARP, COPY));
    groups.commit(WARP, COPY);
    groups.done(WARP, COPY, group);
    assertEquals(1, groups.pending(WARP, COPY));
    groups.done(WARP, COPY, group);
    assertEquals(0, groups.pending(WARP, COPY));
  }

  @Test
  void aGroupEndsNotBeforeTheEarlierOnes() {
    int first = committed(COPY);
    int second = committed(COPY);

    groups.done(WARP, COPY, second);
    assertEquals(2, groups.pending(WARP, COPY));
    groups.done(WARP, COPY, first);
    assertEquals(0, groups.pending(WARP, COPY));
  }

  @Test
  void anEmptyGroupEndsWithTheOneBeforeIt() {
    int group = committed(MULTIPLY);
    groups.commit(WARP, MULTIPLY);

    assertEquals(2, groups.pending(WARP, MULTIPLY));
    groups.done(WARP, MULTIPLY, group);
    assertEquals(0, groups.pending(WARP, MULTIPLY));
  }

  @Test
  void waitsUntilNoAwaitedKindHasMoreGroupsThanAllowed() {
    int older = committed(COPY);
    committed(COPY);
    int bulk = committed(BULK);
    committed(MULTIPLY);

    assertFalse(groups.await(WARP, 1 << COPY | 1 << BULK, 2));
    assertTrue(groups.await(WARP, 1 << COPY | 1 << BULK, 1));
    groups.done(WARP, COPY, older);
    assertTrue(groups.isOver(WARP));
    assertTrue(groups.await(WARP, 1 << BULK, 0));
    groups.done(WARP, BULK, bulk);
    assertTrue(groups.isOver(WARP));
  }

  @Test
  void whatIsNotCommittedIsNotAwaited() {
    groups.join(WARP, COPY);

    assertFalse(groups.await(WARP, 1 << COPY, 0));
  }

  @Test
  void aCommitBeyondTheCounterLeavesTheGroupOpen() {
    int first = committed(COPY);
    for (int i = 1; i < 63; i++) {
      committed(COPY);
    }
    int last = groups.join(WARP, COPY);
    groups.commit(WARP, COPY);

    assertEquals(63, groups.pending(WARP, COPY));
    assertEquals(last, groups.join(WARP, COPY));
    groups.done(WARP, COPY, first);
    assertEquals(62, groups.pending(WARP, COPY));
  }

  @Test
  void aWarpKnowsNothingOfTheOneThatHadItsSlot() {
    committed(COPY);
    int other = groups.join(WARP + 1, COPY);

    groups.done(WARP, COPY, 0);
    groups.clear(WARP);

    assertEquals(0, groups.pending(WARP, COPY));
    assertEquals(0, other);
  }
}
