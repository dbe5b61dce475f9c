/** Accel-Sim SASS traces: reader, profiler and packed form. */
package org.polyphony.workload.trace;
