/**
 * The device of GPU Maestro, Figure 2: kernels waiting for thread blocks, and the SMs that take
 * them.
 *
 * <p>Kernel Control Blocks (KCB), the SM Status Table (SMST) and the thread block scheduler between
 * them.
 */
package org.polyphony.gpu;
