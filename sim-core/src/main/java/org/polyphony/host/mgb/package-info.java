/**
 * MGB, a multi-GPU task scheduler: builds GPU tasks from CUDA call lists and places them on
 * devices.
 *
 * <p>{@link org.polyphony.host.mgb.TaskBuilder} groups the calls of a {@link
 * org.polyphony.host.mgb.CudaProgram} into tasks; {@link
 * org.polyphony.host.mgb.InstrumentedProgram} adds the probes and the lazy runtime, for calls that
 * static analysis cannot bind, and produces a host application. Source: MGB, arXiv:2107.08538,
 * sections III and IV.
 */
package org.polyphony.host.mgb;
