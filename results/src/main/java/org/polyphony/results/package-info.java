/** Files and records of results: what is written, and how it is read. */
package org.polyphony.results;
