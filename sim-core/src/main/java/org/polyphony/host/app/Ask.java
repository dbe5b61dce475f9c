package org.polyphony.host.app;

/**
 * How a process asks the GPU scheduler for memory where its program does not say.
 *
 * @param priority of its requests; a higher number is served first
 * @param timeoutNanos that each waits at most, or {@link Phase#FOREVER}
 */
public record Ask(int priority, long timeoutNanos) {
  /** Without priority, for as long as it takes. */
  public static final Ask PATIENTLY = new Ask(0, Phase.FOREVER);
}
