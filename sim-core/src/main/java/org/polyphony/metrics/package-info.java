/**
 * System throughput (STP) and average normalized turnaround time (ANTT) as pure functions.
 *
 * <p>Source: Eyerman and Eeckhout, IEEE Micro 28(3), 2008.
 */
package org.polyphony.metrics;
