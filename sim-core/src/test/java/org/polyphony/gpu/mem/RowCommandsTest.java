package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RowCommandsTest {
  private final RowCommands rows = new RowCommands(16);

  @Test
  void allowsABankFromItsOwnTimeOn() {
    rows.await(3, 10);

    assertEquals(0, rows.allowed(9));
    assertEquals(1 << 3, rows.allowed(10));
    assertEquals(1 << 3, rows.banks());
  }

  @Test
  void isDueAtTheFirstTimeOfThoseThatItLeftOut() {
    rows.await(0, 5);
    rows.await(1, 20);
    rows.await(2, 12);

    rows.allowed(6);

    assertEquals(12, rows.dueAt());
  }

  @Test
  void forgetsABankThatHasGotItsLastCommand() {
    rows.await(4, 5);
    rows.allowed(5);

    rows.end(4);

    assertEquals(0, rows.banks());
    assertEquals(0, rows.allowed(6));
    assertEquals(Long.MAX_VALUE, rows.dueAt());
  }

  @Test
  void makesABankWaitAnewAfterACommand() {
    rows.await(4, 5);
    rows.allowed(5);

    rows.await(4, 17);

    assertEquals(0, rows.allowed(16));
    assertEquals(1 << 4, rows.allowed(17));
  }

  @Test
  void agreesWithAskingEveryBankInEveryClock() {
    Random random = new Random(11);
    long[] at = new long[16];
    long waiting = 0;
    for (long clock = 0; clock < 20_000; clock++) {
      int bank = random.nextInt(16);
      if (random.nextInt(4) == 0) {
        at[bank] = clock + random.nextInt(40);
        waiting |= 1L << bank;
        rows.await(bank, at[bank]);
      } else if (random.nextInt(8) == 0) {
        waiting &= ~(1L << bank);
        rows.end(bank);
      }
      long expected = 0;
      for (int b = 0; b < 16; b++) {
        expected |= at[b] <= clock ? waiting & 1L << b : 0;
      }
      assertEquals(expected, rows.allowed(clock), "clock " + clock);
    }
  }
}
