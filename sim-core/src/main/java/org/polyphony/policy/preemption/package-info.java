/**
 * Ways to take an SM's resources back from a running thread block, one file each.
 *
 * <p>Context switch, drain, flush, and the choice among them that Chimera makes by estimated cost.
 */
package org.polyphony.policy.preemption;
