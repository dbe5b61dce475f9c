/**
 * A machine of CPU cores, PCIe links and GPUs on which applications run under a scheduler.
 *
 * <p>{@link org.polyphony.host.HostRun} moves jobs through their phases, event by event; what is
 * shared says when the next of its users is done. A {@link org.polyphony.host.FifoJobs} decides
 * when a job starts, a {@link org.polyphony.host.GpuScheduler} when it may use device memory, and
 * where; a {@link org.polyphony.host.device.GpuDevice} how fast its kernels run. Source: schedGPU
 * sections 2 to 6, MGB section III.
 */
package org.polyphony.host;
