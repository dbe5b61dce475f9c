package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TimeSliceTest {
  private final PartitionPolicy policy = new TimeSlice(new TimeSlice.Parameters(100));
  private final TestView view = new TestView(2, 2).add(0, 256, 99).add(1, 256, 99);

  private String turnAt(long cycle) {
    policy.partition(cycle, view, view.quotas());
    return view.quotasOf(0) + " | " + view.quotasOf(1);
  }

  @Test
  void givesTheNextProcessTheDeviceWhenTheSliceIsOverAndNotACycleEarlier() {
    assertEquals(100, policy.partition(0, view, view.quotas())); // asks at its end
    assertEquals(100, policy.partition(42, view, view.quotas()));
    String before = turnAt(42);

    assertEquals(before, turnAt(99));
    assertEquals("* * | 0 0", turnAt(100));
    assertEquals("0 0 | * *", turnAt(200));
  }

  @Test
  void grantsTheSliceAgainWhileTheProcessBeforeIsStillResident() {
    turnAt(0);
    String holder = turnAt(100);
    view.withResident(1, 3);

    assertEquals(holder, turnAt(200));
    view.withResident(1, 0);
    assertEquals(holder, turnAt(299));
    assertEquals("0 0 | * *", turnAt(300));
  }

  @Test
  void passesTheTurnOnWhenItsHolderHasNothingToLaunch() {
    TestView onlyTheOther = new TestView(2, 2).add(1, 256, 99);

    assertEquals(PartitionPolicy.NEVER, policy.partition(7, onlyTheOther, onlyTheOther.quotas()));
    assertEquals("* *", onlyTheOther.quotasOf(0));
  }
}
