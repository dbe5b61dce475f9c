package org.polyphony.gpu.sm.issue;

/**
 * How the warp schedulers of an SM choose.
 *
 * @param withinKernel the order among the warps of a kernel
 * @param betweenKernels the order among the kernels on an SM; null when the warps of all kernels
 *     are one pool
 */
public record WarpScheduling(WarpOrder.Factory withinKernel, KernelOrder.Factory betweenKernels) {}
