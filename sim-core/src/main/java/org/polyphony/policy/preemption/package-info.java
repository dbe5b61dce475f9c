/**
 * Techniques to preempt a running thread block, one file each.
 *
 * <p>Context switch, drain, flush, and Chimera, which chooses among them by estimated cost.
 */
package org.polyphony.policy.preemption;
