/**
 * The thread block scheduler of GPU Maestro, Figure 2, and its tables: Kernel Control Blocks (KCB)
 * hold the kernels that wait for SMs, the SM Status Table (SMST) what each SM holds. Quotas limit
 * the thread blocks of a kernel on an SM; preemption frees their places; the command processor
 * launches the kernels of a process one after another.
 */
package org.polyphony.gpu.dispatch;
