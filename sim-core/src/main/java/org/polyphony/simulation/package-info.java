/**
 * The entry point of the simulator: runs workloads that share a device under a policy and returns
 * the counters.
 */
package org.polyphony.simulation;
