/**
 * GPU Maestro's dynamic resource partitioning: SMs with different partitions are measured side by
 * side, epoch by epoch, and the best partition wins. Source: GPU Maestro section 4.1, Figure 9.
 *
 * <p>{@link org.polyphony.policy.partition.maestro.Maestro} is the policy; the rest are its parts.
 */
package org.polyphony.policy.partition.maestro;
