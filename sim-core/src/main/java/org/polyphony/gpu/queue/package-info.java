/**
 * Queues and timers shared by all hardware components: FIFOs, fixed delays, timed queues, and the
 * next cycle with work of each component.
 *
 * <p>Entries are slot numbers, times are cycles; nothing here allocates except to grow. A
 * component's tick returns its next cycle with work; {@link org.polyphony.gpu.queue.DueTimes}
 * stores it, and other components wake it earlier there.
 */
package org.polyphony.gpu.queue;
