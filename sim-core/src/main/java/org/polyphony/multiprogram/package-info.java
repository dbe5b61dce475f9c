/**
 * A multiprogrammed run: processes that start together, restart until all have finished a first
 * round, and what each of them achieved in it.
 *
 * <p>Stands above the device and the partition policies: {@link
 * org.polyphony.multiprogram.MultiprogramRun} is the device's control. Source: GPU Maestro section
 * 5.
 */
package org.polyphony.multiprogram;
