/**
 * The front end of an SM: instruction fetch, warp schedulers, and issue-slot accounting.
 *
 * <p>{@link org.polyphony.gpu.sm.issue.KernelOrder} and {@link
 * org.polyphony.gpu.sm.issue.WarpOrder} define the scheduling order; their implementations are in
 * {@code org.polyphony.policy.warp}. Source: GPU Maestro Table 2, 3.3.2.
 */
package org.polyphony.gpu.sm.issue;
