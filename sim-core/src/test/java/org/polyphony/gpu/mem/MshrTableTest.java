package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MshrTableTest {
  private final MemoryRequests requests = new MemoryRequests(8, true);
  private final MshrTable table = new MshrTable(2, 3, requests);

  private int request(long address) {
    return requests.take(MemoryRequests.READ, address, 0, 0, 0, 0);
  }

  private void add(long address) {
    int entry = table.find(address);
    if (entry == MshrTable.NONE) {
      table.open(address, request(address));
    } else {
      table.merge(entry, request(address));
    }
  }

  @Test
  void returnsMergedRequestsInOrderOfArrival() {
    int first = request(64);
    int second = request(64);
    int third = request(64);
    table.open(64, first);
    table.merge(table.find(64), second);
    table.merge(table.find(64), third);

    assertEquals(first, table.release(table.find(64)));

    assertEquals(second, requests.next(first));
    assertEquals(third, requests.next(second));
    assertEquals(MemoryRequests.NONE, requests.next(third));
    assertEquals(0, table.size());
  }

  @Test
  void refusesAMergeAboveTheLimit() {
    add(64);
    add(64);
    assertTrue(table.canMerge(table.find(64)));

    add(64);

    assertFalse(table.canMerge(table.find(64)));
    assertThrows(IllegalStateException.class, () -> add(64));
  }

  @Test
  void refusesASectorWhenAllEntriesAreTakenUntilOneIsReleased() {
    int first = table.open(64, request(64));
    assertTrue(table.canAllocate());

    int second = table.open(96, request(96));

    assertFalse(table.canAllocate());
    assertTrue(table.canMerge(first));
    assertThrows(IllegalStateException.class, () -> add(128));
    assertEquals(first, table.find(64));
    assertEquals(second, table.find(96));

    table.release(first);

    assertTrue(table.canAllocate());
    assertEquals(MshrTable.NONE, table.find(64));
    assertEquals(second, table.find(96));
    table.release(second);
    assertEquals(0, table.size());
  }
}
