/** Shared parts of measuring policies: running kernels, partitions of SMs, and an epoch. */
package org.polyphony.policy.partition.measure;
