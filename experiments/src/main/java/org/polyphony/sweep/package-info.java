/** Batches of experiments: the cross product of axes, run in parallel and resumable. */
package org.polyphony.sweep;
