package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.polyphony.gpu.testing.Devices;

class SpatialEvenTest extends PartitionPolicyContract {
  @Override
  PartitionPolicy create(int processes) {
    return new SpatialEven();
  }

  @Test
  void halvesTheSmsBetweenTwo() {
    TestView view = new TestView(4, 2).add(0, 256, 99).add(1, 256, 99);

    create(2).partition(0, view, view.quotas());

    assertEquals("* * 0 0", view.quotasOf(0));
    assertEquals("0 0 * *", view.quotasOf(1));
    assertTrue(view.quotas().isExclusive(0));
  }

  @Test
  void givesTheFirstOnesOneMoreWhenTheSmsDoNotDivide() {
    TestView view = new TestView(5, 3).add(0, 256, 99).add(1, 256, 99).add(2, 256, 99);

    create(3).partition(0, view, view.quotas());

    assertEquals("* * 0 0 0", view.quotasOf(0));
    assertEquals("0 0 0 0 *", view.quotasOf(2));
  }

  @Test
  void dealsTheSmsOfAProcessWithoutKernelToTheOthersAndLeavesTheirsInPlace() {
    TestView view = new TestView(6, 3).add(0, 256, 99).add(2, 256, 99);

    create(3).partition(0, view, view.quotas());

    assertEquals("* * * 0 0 0", view.quotasOf(0));
    assertEquals("0 0 0 * * *", view.quotasOf(1));
  }

  @Test
  void refusesMoreWorkloadsThanSms() {
    assertEquals(0, create(4).violations(Devices.gpu("sms", 4), 4).size());
    assertEquals(1, create(5).violations(Devices.gpu("sms", 4), 5).size());
  }
}
