/**
 * Where the loads of a program stand: how far before their first uses, and moved right before them.
 *
 * <p>A program is a list of {@link org.polyphony.workload.order.Operation}s; {@link
 * org.polyphony.workload.order.SourceOrder} puts it into source order. Kernel models and traces use
 * both.
 */
package org.polyphony.workload.order;
