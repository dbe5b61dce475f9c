/**
 * Queues and clocks that the parts of a device have in common: requests that wait their turn, that
 * pass a fixed delay or come due at a time, and when each of several parts has work next.
 *
 * <p>Entries are slot numbers, times are cycles; nothing here allocates but to grow. A part returns
 * from its tick when it has work next; {@link org.polyphony.gpu.queue.DueTimes} keeps that, and
 * others wake the part earlier there.
 */
package org.polyphony.gpu.queue;
