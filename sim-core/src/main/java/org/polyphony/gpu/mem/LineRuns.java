package org.polyphony.gpu.mem;

/**
 * Which requests of an SM go on with the line of the one before, in ascending order: those that the
 * device sends as one, with a mask of sectors. No run is longer than a line has sectors.
 */
final class LineRuns {
  private final long[] last; // address, by SM
  private final int lineShift;

  LineRuns(int sms, int lineBytes) {
    last = new long[sms];
    lineShift = Integer.numberOfTrailingZeros(lineBytes);
  }

  /** Takes notice of a request of an SM; returns whether it goes on with a line. */
  boolean goesOn(int sm, long address) {
    boolean isSameLine = address >>> lineShift == last[sm] >>> lineShift;
    boolean goesOn = isSameLine && address > last[sm];
    last[sm] = address;
    return goesOn;
  }
}
