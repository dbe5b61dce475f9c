/** One experiment from a config to its summary. */
package org.polyphony.run;
