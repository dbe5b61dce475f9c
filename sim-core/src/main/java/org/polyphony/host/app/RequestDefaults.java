package org.polyphony.host.app;

/**
 * Default parameters of a process's memory requests to the GPU scheduler, for programs that do not
 * specify them.
 *
 * @param priority higher numbers are served first
 * @param timeoutNanos maximum wait per request, or {@link Phase#FOREVER}
 */
public record RequestDefaults(int priority, long timeoutNanos) {
  /** Priority 0, no timeout. */
  public static final RequestDefaults NO_TIMEOUT = new RequestDefaults(0, Phase.FOREVER);
}
