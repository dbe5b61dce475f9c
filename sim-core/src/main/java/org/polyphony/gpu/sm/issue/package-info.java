/**
 * The front of an SM: instruction fetch, the warp schedulers, and the account of issue slots.
 *
 * <p>The orders in which the schedulers prefer kernels and warps are {@link
 * org.polyphony.gpu.sm.issue.KernelOrder} and {@link org.polyphony.gpu.sm.issue.WarpOrder}; what
 * implements them stands in {@code org.polyphony.policy.warp}. Source: GPU Maestro Table 2, 3.3.2.
 */
package org.polyphony.gpu.sm.issue;
