/**
 * Instances of a partitioned device, as MIG makes them: each has SMs of its own, and a partition
 * policy that sees nothing else.
 */
package org.polyphony.policy.partition.instance;
