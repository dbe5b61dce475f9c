package org.polyphony.gpu.sm.issue;

/**
 * The scheduling orders of an SM.
 *
 * @param withinKernel order among the warps of a kernel
 * @param betweenKernels order among the kernels on an SM; null if all warps form one pool
 */
public record WarpScheduling(WarpOrder.Factory withinKernel, KernelOrder.Factory betweenKernels) {}
