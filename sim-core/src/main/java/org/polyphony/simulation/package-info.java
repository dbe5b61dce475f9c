/**
 * The front door of the simulator: runs workloads that share a device under a policy, and returns
 * what was counted.
 */
package org.polyphony.simulation;
