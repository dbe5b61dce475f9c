/**
 * Runs one experiment, from its config to its results: alone runs, the shared run, the summary and
 * the definitions of its metrics.
 */
package org.polyphony.run;
