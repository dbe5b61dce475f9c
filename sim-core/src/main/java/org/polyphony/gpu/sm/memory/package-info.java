/**
 * The memory side of an SM: address generation and coalescing, the load/store unit with shared
 * memory and L1D, and the instruction and constant caches.
 *
 * <p>Memory instructions arrive from the pipes' registers; requests go to the crossbar, and replies
 * complete loads and wake warps. Source: GPU Maestro Table 2; the ldst unit of Accel-Sim.
 */
package org.polyphony.gpu.sm.memory;
