package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MshrTableTest {
  private final MemoryRequests requests = new MemoryRequests();
  private final MshrTable table = new MshrTable(2, 3, requests);

  private int request(long address) {
    return requests.take(MemoryRequests.READ, address, 0, 0, 0, 0);
  }

  @Test
  void returnsMergedRequestsInOrderOfArrival() {
    int first = request(64);
    int second = request(64);
    int third = request(64);
    table.add(64, first);
    table.add(64, second);
    table.add(64, third);

    assertEquals(first, table.release(64));

    assertEquals(second, requests.next(first));
    assertEquals(third, requests.next(second));
    assertEquals(MemoryRequests.NONE, requests.next(third));
    assertEquals(0, table.size());
  }

  @Test
  void refusesAMergeAboveTheLimit() {
    table.add(64, request(64));
    table.add(64, request(64));
    assertTrue(table.canMerge(64));

    table.add(64, request(64));

    assertFalse(table.canMerge(64));
    assertThrows(IllegalStateException.class, () -> table.add(64, request(64)));
  }

  @Test
  void refusesASectorWhenAllEntriesAreTaken() {
    table.add(64, request(64));
    assertTrue(table.canAdd(96));
    table.add(96, request(96));

    assertFalse(table.canAdd(128));
    assertTrue(table.canAdd(64));
    assertThrows(IllegalStateException.class, () -> table.add(128, request(128)));
  }

  @Test
  void takesANewSectorAfterARelease() {
    table.add(64, request(64));
    table.add(96, request(96));

    table.release(64);

    assertTrue(table.canAdd(128));
    assertFalse(table.has(64));
    assertTrue(table.has(96));
  }

  @Test
  void refusesToReleaseASectorThatIsNotOutstanding() {
    assertThrows(IllegalStateException.class, () -> table.release(64));
  }
}
