/** The results of one run, and how they are written. */
package org.polyphony.results.run;
