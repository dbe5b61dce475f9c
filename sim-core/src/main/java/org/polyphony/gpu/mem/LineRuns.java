package org.polyphony.gpu.mem;

/**
 * Detects requests of an SM that continue the line of the previous one in ascending order; the
 * device sends them as one request with a sector mask. A run is no longer than a line has sectors.
 */
final class LineRuns {
  private final int lineShift;
  private long last; // address

  LineRuns(int lineBytes) {
    lineShift = Integer.numberOfTrailingZeros(lineBytes);
  }

  /** Returns whether a request would continue the line of the last one. */
  boolean wouldGoOn(long address) {
    return address >>> lineShift == last >>> lineShift && address > last;
  }

  /** Records a request; returns whether it continues a line. */
  boolean goesOn(long address) {
    boolean goesOn = wouldGoOn(address);
    last = address;
    return goesOn;
  }
}
