/**
 * The multi-GPU task scheduler MGB: GPU tasks from CUDA call lists, and their placement on devices.
 *
 * <p>{@link org.polyphony.host.mgb.TaskBuilder} groups the calls of a {@link
 * org.polyphony.host.mgb.CudaProgram} into tasks, {@link
 * org.polyphony.host.mgb.InstrumentedProgram} is the program with its probes, and the lazy runtime
 * for what static analysis cannot bind, as a host application. Source: MGB, arXiv:2107.08538,
 * sections III and IV.
 */
package org.polyphony.host.mgb;
