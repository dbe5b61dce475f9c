/**
 * The oracle of GPU Maestro's Figure 4: a run put together from runs under each partition.
 *
 * <p>{@link org.polyphony.run.oracle.OracleSimulation} stands before a device, runs what the oracle
 * chooses from and alone, and returns the result that switching in no time would have had.
 */
package org.polyphony.run.oracle;
