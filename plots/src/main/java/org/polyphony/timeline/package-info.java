/**
 * A run as Trace Event JSON, which Perfetto and chrome://tracing open: what each SM is used for,
 * its thread blocks and preemptions; kernels, IPC, epochs and decisions.
 *
 * <p>Source of the format: Trace Event Format, Duca and Sinclair, Google, 2016.
 */
package org.polyphony.timeline;
