package org.polyphony.gpu.sm.warp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.polyphony.gpu.sm.warp.AsyncGroups.BULK;
import static org.polyphony.gpu.sm.warp.AsyncGroups.COPY;
import static org.polyphony.gpu.sm.warp.AsyncGroups.MULTIPLY;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AsyncGroupsTest {
  private static final int WARP = 3;

  private final AsyncGroups groups = new AsyncGroups(8);

  private int committed(int kind) {
    int group = groups.join(WARP, kind);
    groups.commit(WARP, kind);
    return group;
  }

  /** Operations join a group, or one is done by its number; groups that are pending then. */
  @ParameterizedTest(name = "{0}: {2}")
  @CsvSource({
    "join join, 0, not before its commit",
    "join join commit done0, 1, until its last operation is done",
    "join join commit done0 done0, 0, and no longer",
    "join commit join commit done1, 2, a group ends not before the earlier ones",
    "join commit join commit done1 done0, 0, but with them",
    "join commit commit, 2, an empty group is one",
    "join commit commit done0, 0, and ends with the one before it"
  })
  void arePending(String steps, int pending, String why) {
    List<Integer> joined = new ArrayList<>(); // the groups of operations, each once
    for (String step : steps.split(" ", -1)) {
      switch (step) {
        case "commit" -> groups.commit(WARP, COPY);
        case "join" -> {
          int group = groups.join(WARP, COPY);
          if (!joined.contains(group)) {
            joined.add(group);
          }
        }
        default -> groups.done(WARP, COPY, joined.get(step.charAt(4) - '0'));
      }
    }

    assertEquals(pending, groups.pending(WARP, COPY), why);
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
