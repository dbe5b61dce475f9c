/**
 * One experiment from a config to its results: alone runs, the shared run, the summary and what
 * each of its numbers means.
 */
package org.polyphony.run;
