/**
 * The thread-block scheduler of GPU Maestro, Figure 2, and its tables: the kernel control blocks
 * (KCB) hold the running kernels, the SM status table (SMST) the contents of each SM. Quotas limit
 * the thread blocks of a kernel on an SM, preemption enforces lower quotas, and the command
 * processor launches the kernels of a process in order.
 */
package org.polyphony.gpu.dispatch;
