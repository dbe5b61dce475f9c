package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CreditLinkTest {
  @Test
  void aCreditIsThereAgainSomeCyclesAfterItsReturn() {
    CreditLink link = new CreditLink(1, 8);
    assertTrue(link.hasCredit(10));
    link.send(7, 18);
    assertFalse(link.hasCredit(10));
    assertTrue(link.toReceiver());

    assertEquals(18, link.arrival());
    assertEquals(7, link.peek());
    link.receive();
    link.credit(20);
    link.toSender();

    assertFalse(link.hasCredit(27));
    assertEquals(28, link.creditDue());
    assertTrue(link.hasCredit(28));
    assertTrue(link.isEmpty());
  }

  @Test
  void eachEndSeesOfTheOtherWhatIsPassedOn() {
    CreditLink link = new CreditLink(2, 0);
    link.send(1, 5);
    assertEquals(Long.MAX_VALUE, link.arrival());

    assertTrue(link.toReceiver());
    link.send(2, 6);
    link.receive();
    assertEquals(Long.MAX_VALUE, link.arrival());
    link.credit(5);
    assertFalse(link.hasCredit(9));

    link.toSender();
    assertTrue(link.hasCredit(9));
  }

  /** One link passes everything on in every cycle, the other once in its latency. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void whenItIsPassedOnChangesNothing(long seed) {
    int latency = 1 + new Random(seed).nextInt(8);
    assertEquals(times(seed, latency, 1), times(seed, latency, latency));
  }

  /** Returns when packets are sent and received if both ends run windows by themselves. */
  private static String times(long seed, int latency, int window) {
    CreditLink link = new CreditLink(3, latency);
    Random sender = new Random(seed);
    Random receiver = new Random(-seed);
    StringBuilder times = new StringBuilder();
    StringBuilder received = new StringBuilder();
    for (long begin = 0; begin < 960; begin += window) {
      for (long cycle = begin; cycle < begin + window; cycle++) {
        if (sender.nextInt(4) > 0 && link.hasCredit(cycle)) {
          link.send((int) cycle, cycle + latency);
          times.append(cycle).append(' ');
        }
      }
      for (long cycle = begin; cycle < begin + window; cycle++) {
        if (receiver.nextInt(3) > 0 && link.arrival() <= cycle) {
          received.append(cycle).append(':').append(link.peek()).append(' ');
          link.receive();
          link.credit(cycle);
        }
      }
      link.toReceiver();
      link.toSender();
    }
    return times + "/" + received;
  }
}
