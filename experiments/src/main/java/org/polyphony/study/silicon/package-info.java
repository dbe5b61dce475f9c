/**
 * What this simulator says beside a reference simulator and hardware: launches, counters, co-runs.
 */
package org.polyphony.study.silicon;
