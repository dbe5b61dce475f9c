package org.polyphony.policy.partition.maestro;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.input.Keys;

class KernelPairTest {
  private static MeasuredPair pair(int sms, String parameters) {
    Map<String, Object> changes = new HashMap<>();
    for (String entry : parameters == null ? new String[0] : parameters.split(" ", -1)) {
      String value = entry.substring(entry.indexOf('=') + 1);
      boolean isNumber = Character.isDigit(value.charAt(0));
      changes.put(
          entry.substring(0, entry.indexOf('=')),
          isNumber
              ? (Object) Integer.valueOf(value)
              : value.equals("false") ? (Object) false : value);
    }
    return new MeasuredPair(sms, Keys.with(MeasuredPair.PARAMETERS, changes)).smk(0.8);
  }

  /** Takes what is measured from now on, or lets epochs pass; returns what the last one decides. */
  private static String take(MeasuredPair measured, String step) {
    String[] words = step.split(" ", -1);
    double first = Double.parseDouble(words[1]);
    double second = words.length > 2 ? Double.parseDouble(words[2]) : 0;
    switch (words[0]) {
      case "smk" -> measured.smk(first);
      case "alone" -> measured.alone(first, second);
      case "epochs" -> {
        for (int i = 1; i < first; i++) {
          measured.epoch();
        }
        return measured.epoch();
      }
      default -> measured.on(Role.valueOf(words[0]), first, second);
    }
    return "";
  }

  /** What epochs decide, and at last the SMs wanted for each role. */
  @ParameterizedTest(name = "{0} {1} {2}: {5}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          8  |            | smk 0.8 | '' | 1 1 4 1 1 | one SM for each, two to test, the rest follow
          16 |            | smk 0.8 | '' | 1 1 12 1 1 | also of more SMs
          4  |            | smk 0.8 | '' | 1 1 1 1 0 | trials are given up before the last follower
          6  | trialSms=1 | smk 0.8 | '' | 1 1 3 1 0 | both are tested in turns on one SM
          6  | trialSms=1 | epochs 1 | follower 2+8 1 | 1 1 3 0 1 | the other turn
          8  |            | MORE 9 16, epochs 1 | more 3+4 1 | 1 1 5 0 1 \
              | (10/9 + 20/16) / 2 < 1.25 wins; 4 never fit beside 1
          8  |            | FEWER 4.5 23, FOLLOWER 7.5 15, MORE 7 14, epochs 1 | follower 2+8 1 | \
              | progress 0.45 and 1.15: ANTT 1.545; 0.75 twice: 1.333
          8  | objective=stp | FEWER 4.5 23, FOLLOWER 7.5 15, MORE 7 14, epochs 1 | fewer 1+12 1 | \
              | the same: STP 1.6 and 1.5
          8  |            | smk 0.4, epochs 1 | spatial 2+8 2 | 2 2 2 1 1 | below a half each
          8  |            | smk 0.5, epochs 1 | follower 2+8 1 | | of equal scores the followers win
          8  |            | smk 0.4, epochs 2 | spatial 2+8 2 | 2 2 2 1 1 \
              | 3 would leave no follower
          10 |            | smk 0.4, epochs 9 | spatial 2+8 3 | | leaves trials and a follower
          16 | \
              | smk 0.4, epochs 2, smk 0.8, MORE 9 18, epochs 1, FOLLOWER 9 18, epochs 1 \
              | spatial 2+8 3, more 3+4 2, follower 3+4 1 | \
                  | SMK that wins again takes one SM of each back
          16 | spatialReturn=all | smk 0.4, epochs 2, smk 0.8, MORE 9 18, epochs 1 \
              | spatial 2+8 3, more 3+4 1 | | or all but one
          8  |            | epochs 1, alone 10.4 19.2, epochs 1 | follower 2+8 1, follower 2+8 0 \
              | 0 0 6 1 1 | the same decision, and 4% off: dedicated SMs are released
          8  |            | epochs 1, alone 10 21.1, epochs 1, epochs 1 \
              | follower 2+8 1, follower 2+8 1, follower 2+8 0 | \
                  | not while their IPC changes: 5.5% off
          8  | epochCycles=9 releaseDedicated=false | epochs 2 | follower 2+8 1 | \
              | never, if so told
          8  |            | epochs 2, alone 1e9 1e9, MORE 9 18, epochs 1 \
              | follower 2+8 0, more 3+4 1 | \
              | no SM is dedicated any more: stored IPC counts; repartitioned, they are back
          8  |            | epochs 2, epochs 1, epochs 1, epochs 1, epochs 1 \
              | follower 2+8 0, follower 2+8 0, follower 2+8 0, follower 2+8 1, follower 2+8 0 | \
              | the third epoch has them again
          8  |            | epochs 2, smk 0.4, epochs 1, epochs 1 \
              | follower 2+8 0, spatial 2+8 1, spatial 2+8 2 | \
                  | spatial in steady state begins with one SM
          8  |            | alone 0 20, MORE 10 20, epochs 1 | follower 2+8 1 | \
              | a dedicated SM issued nothing
          """)
  void decides(
      int sms, String parameters, String steps, String decisions, String wanted, String why) {
    MeasuredPair measured = pair(sms, parameters);
    List<String> found = new ArrayList<>();
    for (String step : steps.split(", ", -1)) {
      found.add(take(measured, step));
    }
    found.removeIf(String::isEmpty);

    assertEquals(decisions, String.join(", ", found), why);
    if (wanted != null) {
      int[] expected = Stream.of(wanted.split(" ", -1)).mapToInt(Integer::parseInt).toArray();
      assertArrayEquals(expected, measured.pair.wanted(sms), why);
    }
  }

  @Test
  void quotasFollowRoles() {
    KernelPair pair = pair(8, null).pair;

    assertEquals(Quotas.UNLIMITED, pair.quota(Role.DEDICATED_FIRST, 0));
    assertEquals(0, pair.quota(Role.DEDICATED_FIRST, 1));
    assertEquals(2, pair.quota(Role.FOLLOWER, 0));
    assertEquals(3, pair.quota(Role.MORE, 0));
    assertEquals(4, pair.quota(Role.MORE, 1));
    assertEquals(12, pair.quota(Role.FEWER, 1));
  }
}
