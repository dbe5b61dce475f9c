/**
 * The memory system behind the SMs: crossbar, L2 slices, MSHRs and DRAM channels.
 *
 * <p>Requests arrive from the SMs and return to them as replies.
 */
package org.polyphony.gpu.mem;
