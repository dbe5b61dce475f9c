/**
 * The clockwork: integer time, events in the order (cycle, component rank, sequence), and ports.
 *
 * <p>Knows nothing of GPUs and imports nothing of ours. A component does all that is due in {@code
 * tick} and sleeps until the next cycle with work; ports are bounded and take at least one cycle.
 */
package org.polyphony.engine;
