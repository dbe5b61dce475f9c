package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.testing.Devices;

class SmkFixedTest extends PartitionPolicyContract {
  @Override
  PartitionPolicy create(int processes) {
    return new SmkFixed(
        new SmkFixed.Parameters(List.of(), Collections.nCopies(processes, 0.9 / processes)));
  }

  private static SmkFixed blocks(Integer... threadBlocks) {
    return new SmkFixed(new SmkFixed.Parameters(List.of(threadBlocks), List.of()));
  }

  private static SmkFixed shares(Double... threadShares) {
    return new SmkFixed(new SmkFixed.Parameters(List.of(), List.of(threadShares)));
  }

  @Test
  void givesEachProcessItsThreadBlocks() {
    TestView view = new TestView(1, 2).add(1, 256, 99).add(0, 256, 99);

    blocks(3, 5).partition(0, view, view.quotas());

    assertEquals("5", view.quotasOf(0));
    assertEquals("3", view.quotasOf(1));
  }

  @Test
  void turnsShareOfThreadsIntoThreadBlocks() {
    TestView view = new TestView(1, 2).add(0, 256, 99).add(1, 128, 99);

    shares(0.25, 0.75).partition(0, view, view.quotas());

    assertEquals("2", view.quotasOf(0)); // 512 threads
    assertEquals("12", view.quotasOf(1)); // 1536 threads
  }

  @Test
  void givesTheRestToOneProcess() {
    TestView view = new TestView(1, 2).add(0, 256, 99).add(1, 128, 99);

    blocks(3, 0).partition(0, view, view.quotas());

    assertEquals("3", view.quotasOf(0)); // 768 of 2048 threads
    assertEquals("10", view.quotasOf(1));
  }

  @Test
  void leavesRoomForOneThreadBlockOfTheProcessWithTheRest() {
    TestView view = new TestView(1, 2).add(0, 256, 99).add(1, 1024, 99);

    blocks(8, 0).partition(0, view, view.quotas());

    assertEquals("4", view.quotasOf(0));
    assertEquals("1", view.quotasOf(1));
  }

  @Test
  void givesTheRestToOneProcessOnly() {
    assertEquals(List.of(), blocks(1, 0).violations(Devices.gpu("sms", 1), 2));
    assertEquals(1, blocks(0, 0).violations(Devices.gpu("sms", 1), 2).size());
  }

  @Test
  void givesAtLeastOneThreadBlock() {
    TestView view = new TestView(1, 2).add(0, 1024, 99).add(1, 128, 99);

    shares(0.25, 0.75).partition(0, view, view.quotas());

    assertEquals("1", view.quotasOf(0));
  }

  @Test
  void dealsThePartOfAProcessWithoutKernelInProportion() {
    TestView view = new TestView(1, 3).add(0, 128, 99).add(1, 128, 99);

    blocks(2, 4, 6).partition(0, view, view.quotas());

    assertEquals("4", view.quotasOf(0));
    assertEquals("8", view.quotasOf(1));
  }

  @Test
  void refusesBothListsAndNone() {
    SmkFixed none = new SmkFixed(new SmkFixed.Parameters(List.of(), List.of()));
    SmkFixed both = new SmkFixed(new SmkFixed.Parameters(List.of(1, 1), List.of(0.5, 0.5)));

    assertEquals(1, none.violations(Devices.gpu("sms", 1), 2).size());
    assertEquals(1, both.violations(Devices.gpu("sms", 1), 2).size());
  }

  @Test
  void refusesSharesOfMoreThanTheSm() {
    assertEquals(List.of(), shares(0.3, 0.7).violations(Devices.gpu("sms", 1), 2));
    assertEquals(1, shares(0.31, 0.7).violations(Devices.gpu("sms", 1), 2).size());
  }

  @Test
  void refusesAMissingNumber() {
    assertEquals(1, blocks(2).violations(Devices.gpu("sms", 1), 2).size());
  }
}
