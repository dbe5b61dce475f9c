/**
 * The programs that a device executes: workloads (sequences of kernel launches), kernels, their
 * static instructions, and the dynamic instruction streams of their warps.
 *
 * <p>SASS traces and kernel models in the workloads module implement these interfaces, which are
 * all that the SMs see of a program. Source: GPU Maestro section 2.2 (kernel control block).
 */
package org.polyphony.gpu.kernel;
