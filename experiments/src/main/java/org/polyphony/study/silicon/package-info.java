/** Comparison with a reference simulator and with hardware: launches, counters, co-runs. */
package org.polyphony.study.silicon;
