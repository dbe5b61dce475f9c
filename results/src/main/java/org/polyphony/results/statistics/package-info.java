/** Means of repeated and paired measurements with their intervals. */
package org.polyphony.results.statistics;
