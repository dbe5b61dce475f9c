package org.polyphony.gpu.mem;

import java.util.Arrays;

/** The links of all SMs in one direction, and which of them the crossbar has used. */
final class CreditLinks {
  private final CreditLink[] links; // by SM
  private final long[] used; // SMs, since the last takeUsed

  /**
   * Creates empty links.
   *
   * @param capacity credits of each
   * @param creditLatency cycles until a returned credit can be spent
   */
  CreditLinks(int sms, int capacity, int creditLatency) {
    links = new CreditLink[sms];
    Arrays.setAll(links, sm -> new CreditLink(capacity, creditLatency));
    used = new long[(sms + 63) >>> 6];
  }

  CreditLink of(int sm) {
    return links[sm];
  }

  /** Returns whether the crossbar can send to an SM. */
  boolean hasCredit(int sm, long cycle) {
    return links[sm].hasCredit(cycle);
  }

  /** Sends from the crossbar to an SM. */
  void send(int sm, int request, long arrival) {
    links[sm].send(request, arrival);
    used[sm >>> 6] |= 1L << sm;
  }

  /** Returns the credit of a packet of an SM that has left the crossbar's buffer. */
  void credit(int sm, long cycle) {
    links[sm].credit(cycle);
    used[sm >>> 6] |= 1L << sm;
  }

  /** Returns and clears a mask of 64 SMs to which the crossbar has sent or returned credits. */
  long takeUsed(int word) {
    long taken = used[word];
    used[word] = 0;
    return taken;
  }
}
