/**
 * Raw, monotonic counters, each with a name, a unit and a meaning, registered once by its owner.
 *
 * <p>No ratio is stored: ratios are pure functions over a snapshot. Imports nothing of ours.
 */
package org.polyphony.stats;
