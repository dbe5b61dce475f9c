/**
 * Policies that divide the device among kernels, one file each.
 *
 * <p>Spatial policies divide SMs, simultaneous multikernel (SMK) policies share each SM, and
 * adaptive policies switch between the two at run time.
 */
package org.polyphony.policy.partition;
