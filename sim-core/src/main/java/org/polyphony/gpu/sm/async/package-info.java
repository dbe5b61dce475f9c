/**
 * What works on an SM beside its warps: mbarriers, the tensor memory accelerator, and the messages
 * between the SMs of a thread-block cluster. {@link org.polyphony.gpu.sm.async.AsyncUnit} is all
 * that the rest of the SM sees. Source: NVIDIA H100 white paper; PTX ISA, mbarrier, cp.async.bulk,
 * barrier.cluster.
 */
package org.polyphony.gpu.sm.async;
