package org.polyphony.gpu;

/**
 * The device makes no progress although the run has not ended (deadlock); the message says what
 * waits.
 */
public final class NoProgressException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param cycle core cycle in which the deadlock was detected
   */
  public NoProgressException(long cycle, String warps) {
    super("no progress in cycle " + cycle + "; " + warps);
  }
}
