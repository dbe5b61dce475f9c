/** Streams of jobs for host-level experiments, from CSV files. */
package org.polyphony.workload.host;
