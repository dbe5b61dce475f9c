/**
 * A machine of CPU cores, PCIe links and GPUs that runs applications under a scheduler.
 *
 * <p>{@link org.polyphony.host.HostRun} executes the phases of jobs, event by event. {@link
 * org.polyphony.host.FifoJobs} decides when a job starts, a {@link org.polyphony.host.GpuScheduler}
 * when and where it may use device memory, and a {@link org.polyphony.host.device.GpuDevice} how
 * fast its kernels run. Source: schedGPU sections 2 to 6, MGB section III.
 */
package org.polyphony.host;
