/**
 * A run as Trace Event JSON, which Perfetto and chrome://tracing open: what each SM is used for,
 * its thread blocks and preemptions; kernels, IPC, epochs and decisions. A host experiment: what
 * each job does, and how busy cores and GPUs are and how full their memory is.
 *
 * <p>Source of the format: Trace Event Format, Duca and Sinclair, Google, 2016.
 */
package org.polyphony.timeline;
