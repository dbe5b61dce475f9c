package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CreditLinksTest {
  private static final int COUNT = 3;
  private static final int LINK = 1; // has neighbours on both sides

  @Test
  void aCreditIsThereAgainSomeCyclesAfterItsReturn() {
    CreditLinks links = new CreditLinks(COUNT, 1, 8);
    assertTrue(links.hasCredit(LINK, 10));
    links.send(LINK, 7, 18);
    assertFalse(links.hasCredit(LINK, 10));
    assertTrue(links.toReceiver(LINK));

    assertEquals(18, links.arrival(LINK));
    assertEquals(7, links.take(LINK, 20));
    links.toSender(LINK);

    assertFalse(links.hasCredit(LINK, 27));
    assertEquals(28, links.creditDue(LINK));
    assertTrue(links.hasCredit(LINK, 28));
    assertTrue(links.isEmpty(LINK));
  }

  @Test
  void endsThatAreApartSeeOfEachOtherWhatIsPassedOn() {
    CreditLinks links = new CreditLinks(COUNT, 2, 1);
    links.send(LINK, 1, 5);
    assertEquals(Long.MAX_VALUE, links.arrival(LINK));

    assertTrue(links.toReceiver(LINK));
    links.send(LINK, 2, 6);
    links.take(LINK, 5);
    assertEquals(Long.MAX_VALUE, links.arrival(LINK));
    assertFalse(links.hasCredit(LINK, 9));

    links.toSender(LINK);
    assertTrue(links.hasCredit(LINK, 9));
  }

  @Test
  void endsOfLinksWhoseCreditsTakeNoTimeSeeEverythingAtOnce() {
    CreditLinks links = new CreditLinks(COUNT, 1, 0);
    links.send(LINK, 1, 5);
    assertEquals(5, links.arrival(LINK));
    assertTrue(links.isFull(LINK));

    assertEquals(1, links.take(LINK, 7));

    assertEquals(7, links.creditDue(LINK));
    assertTrue(links.hasCredit(LINK, 7));
    assertEquals(Long.MAX_VALUE, links.creditDue(LINK));
  }

  @Test
  void aPacketInTheBufferKeepsItsCredit() {
    CreditLinks links = new CreditLinks(COUNT, 1, 0);
    links.send(LINK, 1, 5);
    links.receive(LINK);

    assertEquals(1, links.waiting(LINK));
    assertEquals(1, links.first(LINK));
    assertFalse(links.hasCredit(LINK, 9));
    assertEquals(1, links.remove(LINK, 9));
    assertTrue(links.hasCredit(LINK, 9));
  }

  /** Packets on the way and in the buffer, compared with two queues. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aLinkAndItsBufferAreQueues(long seed) {
    Random random = new Random(seed);
    int capacity = 1 + random.nextInt(6);
    CreditLinks links = new CreditLinks(COUNT, capacity, 0);
    Deque<Long> underWay = new ArrayDeque<>();
    Deque<Long> buffer = new ArrayDeque<>();
    for (long cycle = 0; cycle < 2_000; cycle++) {
      assertEquals(underWay.size() + buffer.size() < capacity, links.hasCredit(LINK, cycle));
      if (random.nextInt(3) > 0 && links.hasCredit(LINK, cycle)) {
        links.send(LINK, cycle, cycle + 3);
        underWay.add(cycle);
      }
      if (random.nextInt(3) > 0 && links.arrival(LINK) <= cycle) {
        assertEquals(underWay.peek(), links.arriving(LINK));
        links.receive(LINK);
        buffer.add(underWay.remove());
      }
      assertEquals(buffer.size(), links.waiting(LINK));
      if (random.nextInt(3) > 0 && !buffer.isEmpty()) {
        assertEquals(buffer.peek(), links.first(LINK));
        assertEquals(buffer.remove(), links.remove(LINK, cycle));
      }
      assertEquals(underWay.isEmpty() && buffer.isEmpty(), links.isEmpty(LINK));
    }
    assertTrue(links.isEmpty(LINK - 1) && links.isEmpty(LINK + 1));
  }

  /** Some links pass everything on in every cycle, the others once in their latency. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void whenItIsPassedOnChangesNothing(long seed) {
    int latency = 1 + new Random(seed).nextInt(8);
    assertEquals(times(seed, latency, 1), times(seed, latency, latency));
  }

  /** Returns when packets are sent and received if both ends run windows by themselves. */
  private static String times(long seed, int latency, int window) {
    CreditLinks links = new CreditLinks(COUNT, 3, latency);
    Random sender = new Random(seed);
    Random receiver = new Random(-seed);
    StringBuilder times = new StringBuilder();
    StringBuilder received = new StringBuilder();
    for (long begin = 0; begin < 960; begin += window) {
      for (long cycle = begin; cycle < begin + window; cycle++) {
        if (sender.nextInt(4) > 0 && links.hasCredit(LINK, cycle)) {
          links.send(LINK, cycle, cycle + latency);
          times.append(cycle).append(' ');
        }
      }
      for (long cycle = begin; cycle < begin + window; cycle++) {
        if (receiver.nextInt(3) > 0 && links.arrival(LINK) <= cycle) {
          received.append(cycle).append(':').append(links.take(LINK, cycle)).append(' ');
        }
      }
      links.toReceiver(LINK);
      links.toSender(LINK);
    }
    return times + "/" + received;
  }
}
