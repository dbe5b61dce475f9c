/**
 * GPU Maestro's dynamic resource partitioning: different partitions are measured on different SMs
 * at the same time, epoch by epoch, and the best one wins. Source: GPU Maestro section 4.1, Figure
 * 9.
 *
 * <p>{@link org.polyphony.policy.partition.maestro.Maestro} is the policy; the other classes are
 * its parts.
 */
package org.polyphony.policy.partition.maestro;
