/**
 * Polyphony's own partition policy: all SMs hold the best mix of the kernels found so far, a few
 * try its neighbors, and what looked better on a few must prove so on all. Source: none; the
 * mechanisms answer what measurements of GPU Maestro showed, and the constants were chosen on the
 * 40 design pairs of docs/tutti.md.
 *
 * <p>{@link org.polyphony.policy.partition.tutti.Tutti} is the policy; the other classes are its
 * parts. {@link org.polyphony.policy.partition.tutti.Search} takes the decisions and knows no
 * device.
 */
package org.polyphony.policy.partition.tutti;
