/**
 * What the policies of all kinds have in common: how lists and descriptions present them.
 *
 * <p>The kinds are the packages below: partition, preemption and warp scheduling.
 */
package org.polyphony.policy;
