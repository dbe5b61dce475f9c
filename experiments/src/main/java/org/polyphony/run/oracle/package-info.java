/**
 * The oracle of GPU Maestro's Figure 4: a run composed from runs under each partition.
 *
 * <p>{@link org.polyphony.run.oracle.OracleSimulation} wraps a device, simulates the oracle's
 * candidates and the workloads alone, and returns the result of instant switching.
 */
package org.polyphony.run.oracle;
