/** Trace Event JSON for timeline viewers: SM roles, thread blocks, preemptions and epochs. */
package org.polyphony.timeline;
