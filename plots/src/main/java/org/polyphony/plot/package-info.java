/** Charts that fit the results in a folder. */
package org.polyphony.plot;
