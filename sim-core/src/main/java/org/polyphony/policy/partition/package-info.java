/**
 * Policies that divide the device among kernels, one file each.
 *
 * <p>Spatial (by SM), simultaneous multikernel (within an SM), and policies that move between the
 * two while kernels run.
 */
package org.polyphony.policy.partition;
