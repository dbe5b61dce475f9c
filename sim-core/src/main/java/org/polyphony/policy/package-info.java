/**
 * Shared by all kinds of policies: descriptions and parameters.
 *
 * <p>The kinds are the packages below: partition, preemption and warp scheduling.
 */
package org.polyphony.policy;
