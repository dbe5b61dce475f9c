package org.polyphony.gpu.mem;

/**
 * Detects requests of an SM that continue the line of the previous one in ascending order; the
 * device sends them as one request with a sector mask. A run is no longer than a line has sectors.
 */
final class LineRuns {
  private final long[] last; // by SM: last address
  private final int lineShift;

  LineRuns(int sms, int lineBytes) {
    last = new long[sms];
    lineShift = Integer.numberOfTrailingZeros(lineBytes);
  }

  /** Records a request of an SM; returns whether it continues a line. */
  boolean goesOn(int sm, long address) {
    boolean isSameLine = address >>> lineShift == last[sm] >>> lineShift;
    boolean goesOn = isSameLine && address > last[sm];
    last[sm] = address;
    return goesOn;
  }
}
