/**
 * Orders in which an SM issues from its ready warps, one file each.
 *
 * <p>Within a kernel and between the kernels that share an SM.
 */
package org.polyphony.policy.warp;
