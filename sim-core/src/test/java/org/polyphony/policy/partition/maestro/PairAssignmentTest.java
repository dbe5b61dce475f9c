package org.polyphony.policy.partition.maestro;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PairAssignmentTest {
  @Test
  void twoProcessesShareAllSms() {
    PairAssignment pair = new PairAssignment(16, 2);

    assertEquals(1, pair.groups());
    assertEquals(List.of(0, 1), pair.processes(0));
    assertArrayEquals(new int[16], pair.deal(new boolean[] {true}));
  }

  @Test
  void fourProcessesShareHalfOfTheSmsEachTwo() {
    int[] groups = new PairAssignment(6, 4).deal(new boolean[] {true, true});

    assertEquals("[0, 0, 0, 1, 1, 1]", Arrays.toString(groups));
    assertArrayEquals(new int[] {3, 4, 5}, PairAssignment.smsOf(1, groups));
  }

  @Test
  void anOddOneOutHasAsManySmsAsEachOfAPairTogether() {
    PairAssignment three = new PairAssignment(9, 3);

    assertEquals(List.of(2), three.processes(1));
    assertEquals(
        "[0, 0, 0, 0, 0, 0, 1, 1, 1]", Arrays.toString(three.deal(new boolean[] {true, true})));
  }

  @Test
  void theSmsOfAGroupThatLaunchesNothingGoToTheOthers() {
    PairAssignment six = new PairAssignment(6, 6);

    assertEquals(
        "[0, 0, 0, 2, 2, 2]", Arrays.toString(six.deal(new boolean[] {true, false, true})));
    assertEquals(
        "[0, 0, 1, 1, 2, 2]", Arrays.toString(six.deal(new boolean[] {false, false, false})));
  }

  @Test
  void everyGroupHasAnSmWhenThereAreTwoProcessesPerSm() {
    int[] groups = new PairAssignment(3, 6).deal(new boolean[] {true, true, true});

    assertEquals("[0, 1, 2]", Arrays.toString(groups));
  }
}
