/**
 * Warp scheduling orders, one file each.
 *
 * <p>They rank the warps of a kernel, or the kernels that share an SM.
 */
package org.polyphony.policy.warp;
