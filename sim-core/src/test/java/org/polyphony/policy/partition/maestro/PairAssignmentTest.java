package org.polyphony.policy.partition.maestro;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairAssignmentTest {
  /** The groups of SMs, by which groups of processes launch something. */
  @ParameterizedTest(name = "{0} SMs, {1} processes, {2}: {4}")
  @CsvSource({
    "4, 2, true, 0 0 0 0, two processes share all SMs",
    "6, 4, true true, 0 0 0 1 1 1, of four each two share half of the SMs",
    "9, 3, true true, 0 0 0 0 0 0 1 1 1, an odd one has as many as each of a pair together",
    "6, 6, true false true, 0 0 0 2 2 2, a group that launches nothing leaves its SMs to others",
    "6, 6, false false false, 0 0 1 1 2 2, none launches anything",
    "3, 6, true true true, 0 1 2, two processes per SM: every group has one"
  })
  void deals(int sms, int processes, String launching, String groups, String why) {
    String[] words = launching.split(" ", -1);
    boolean[] active = new boolean[words.length];
    for (int i = 0; i < words.length; i++) {
      active[i] = Boolean.parseBoolean(words[i]);
    }
    PairAssignment pairs = new PairAssignment(sms, processes);

    int[] dealt = pairs.deal(active);

    assertEquals(groups.replace(" ", ", "), Arrays.toString(dealt).replaceAll("[\\[\\]]", ""), why);
    assertEquals(active.length, pairs.groups());
  }

  @Test
  void aGroupHasTwoProcessesAndSms() {
    assertEquals(List.of(0, 1), new PairAssignment(16, 2).processes(0));
    assertEquals(List.of(2), new PairAssignment(9, 3).processes(1)); // the odd one
    assertArrayEquals(new int[] {1, 2}, PairAssignment.smsOf(1, new int[] {0, 1, 1}));
  }
}
