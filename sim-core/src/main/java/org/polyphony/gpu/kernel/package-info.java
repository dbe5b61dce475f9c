/**
 * What a device executes: kernels, their static instructions and the dynamic instruction streams of
 * their warps, and workloads, which launch kernels in order.
 *
 * <p>SASS traces and kernel models implement these interfaces in the workloads module; the SMs see
 * nothing else of a program. Sources: GPU Maestro section 2.2 (kernel control block).
 */
package org.polyphony.gpu.kernel;
