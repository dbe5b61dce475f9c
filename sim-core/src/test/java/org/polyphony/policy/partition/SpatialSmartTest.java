package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SpatialSmartTest extends PartitionPolicyContract {
  @Override
  PartitionPolicy create(int processes) {
    return new SpatialSmart();
  }

  @Test
  void givesAKernelNoMoreSmsThanItFills() {
    TestView view = new TestView(4, 2).add(0, 256, 8).add(1, 256, 99); // 8 on an SM

    create(2).partition(0, view, view.quotas());

    assertEquals("* 0 0 0", view.quotasOf(0));
    assertEquals("0 * * *", view.quotasOf(1));
  }

  @Test
  void countsAPartlyFilledSmAndWhatIsResident() {
    TestView view = new TestView(4, 2).add(0, 256, 1).add(1, 256, 99).withResident(0, 8);

    create(2).partition(0, view, view.quotas());

    assertEquals("* * 0 0", view.quotasOf(0));
  }

  @Test
  void isEvenBetweenKernelsThatFillTheirShare() {
    TestView view = new TestView(4, 2).add(0, 256, 16).add(1, 256, 99);

    create(2).partition(0, view, view.quotas());

    assertEquals("* * 0 0", view.quotasOf(0));
    assertEquals("0 0 * *", view.quotasOf(1));
  }
}
