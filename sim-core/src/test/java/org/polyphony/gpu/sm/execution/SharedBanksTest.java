package org.polyphony.gpu.sm.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharedBanksTest {
  /** Passes queued in a cycle, by a process, and when they are over; or a pass that is tried. */
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "100+12@112 100+12@124 200+12@212, queued passes follow one another",
    "100+2@102 102?yes 103?yes, instructions get each cycle while nothing is queued",
    "100+9@109 100?yes 101?no 103?no 104?yes 105+1@112, 'every fourth while passes are queued, and"
        + " delay those behind: 100 + 9 + 2 + 1'"
  })
  void shareCycles(String steps, String why) {
    SharedBanks banks = new SharedBanks(1);
    for (String step : steps.split(" ", -1)) {
      String[] words = step.split("[+@?]", -1);
      long cycle = Long.parseLong(words[0]);
      if (step.contains("?")) {
        assertEquals(words[1].equals("yes"), banks.tryPass(cycle, 0, true), why);
      } else {
        assertEquals(Long.parseLong(words[2]), banks.queue(cycle, 0, Integer.parseInt(words[1])));
      }
    }
  }

  @Test
  void dataOfBulkCopiesHoldUpStoresButNeitherLoadsNorOperands() {
    SharedBanks banks = new SharedBanks(1);
    banks.arrive(100, 0, 9);

    assertTrue(banks.tryPass(101, 0, true));
    assertTrue(banks.tryPass(101, 0, false));
    assertFalse(banks.tryPass(102, 0, false), "a store gets every fourth cycle");
    assertEquals(104, banks.queue(102, 0, 2), "operands do not wait");
  }

  @Test
  void passesDoNotQueueForever() {
    SharedBanks banks = new SharedBanks(1);

    assertEquals(100 + SharedBanks.MOST_QUEUED, banks.queue(100, 0, 100_000));
  }

  @Test
  void passesOfAProcessDoNotDelayThoseOfAnotherWithBanksOfItsOwn() {
    SharedBanks own = new SharedBanks(2);
    own.queue(100, 0, 9);

    assertEquals(102, own.queue(100, 1, 2));
    assertTrue(own.tryPass(102, 1, true));
  }
}
