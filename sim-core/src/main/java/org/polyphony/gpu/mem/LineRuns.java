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

  /** Records a request; returns whether it continues a line. */
  boolean goesOn(long address) {
    boolean isSameLine = address >>> lineShift == last >>> lineShift;
    boolean goesOn = isSameLine && address > last;
    last = address;
    return goesOn;
  }
}
