/**
 * Charts for papers, drawn from result files alone: what a folder holds decides which charts fit.
 *
 * <p>A chart reads {@link org.polyphony.results.Results} and gives pictures; a format turns a
 * picture into the bytes of a file, the same bytes each time.
 */
package org.polyphony.plot;
