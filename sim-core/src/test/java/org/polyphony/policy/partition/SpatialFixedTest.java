package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.testing.Devices;

class SpatialFixedTest extends PartitionPolicyContract {
  @Override
  PartitionPolicy create(int processes) {
    return with(Collections.nCopies(processes, 1));
  }

  private static SpatialFixed with(List<Integer> sms) {
    return new SpatialFixed(new SpatialFixed.Parameters(sms, "lend"));
  }

  @Test
  void givesEachProcessItsNumberOfSms() {
    TestView view = new TestView(4, 2).add(0, 256, 99).add(1, 256, 99);

    with(List.of(1, 3)).partition(0, view, view.quotas());

    assertEquals("* 0 0 0", view.quotasOf(0));
    assertEquals("0 * * *", view.quotasOf(1));
  }

  @Test
  void lendsTheSmsOfAProcessThatHasNothingToLaunch() {
    TestView view = new TestView(4, 2).add(0, 256, 99).add(1, 256, 99).remove(0);

    with(List.of(1, 3)).partition(0, view, view.quotas());

    assertEquals("* * * *", view.quotasOf(1));
  }

  @Test
  void keepsTheSmsOfAProcessThatHasNothingToLaunchWhenToldTo() {
    TestView view = new TestView(4, 2).add(0, 256, 99).add(1, 256, 99).remove(0);
    SpatialFixed strict = new SpatialFixed(new SpatialFixed.Parameters(List.of(1, 2), "keep"));

    strict.partition(0, view, view.quotas());
    assertEquals("0 * * 0", view.quotasOf(1));

    view.restore(0);
    strict.partition(1, view, view.quotas());
    assertEquals("* 0 0 0", view.quotasOf(0));
    assertEquals("0 * * 0", view.quotasOf(1));
  }

  @Test
  void refusesMoreSmsThanThereAre() {
    assertEquals(List.of(), with(List.of(1, 3)).violations(Devices.gpu("sms", 4), 2));
    assertEquals(1, with(List.of(2, 3)).violations(Devices.gpu("sms", 4), 2).size());
  }

  @Test
  void refusesAProcessWithoutSmAndAMissingNumber() {
    assertEquals(1, with(List.of(0, 3)).violations(Devices.gpu("sms", 4), 2).size());
    assertEquals(1, with(List.of(3)).violations(Devices.gpu("sms", 4), 2).size());
  }
}
