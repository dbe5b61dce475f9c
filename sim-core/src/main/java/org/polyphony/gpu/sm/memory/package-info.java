/**
 * The memory of an SM: address generation and coalescing, the load/store unit with shared memory
 * and L1D, the constant caches, and the caches of lines behind them and behind instruction fetch.
 *
 * <p>Takes memory instructions from the pipes' registers, sends requests to the crossbar and takes
 * its answers, and tells the warps when a load is complete. Source: GPU Maestro Table 2; the ldst
 * unit of Accel-Sim.
 */
package org.polyphony.gpu.sm.memory;
