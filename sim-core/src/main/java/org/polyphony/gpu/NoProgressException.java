package org.polyphony.gpu;

/** The device does nothing any more though its run has not ended; the message says what waits. */
public final class NoProgressException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes the report.
   *
   * @param cycle the cycle in which it was noticed
   */
  public NoProgressException(long cycle, String warps) {
    super("no progress in cycle " + cycle + "; " + (warps.isEmpty() ? "no warp resident" : warps));
  }
}
