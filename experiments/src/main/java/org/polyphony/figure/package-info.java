/** Figures and tables of the papers: what each needs, and paper beside measured. */
package org.polyphony.figure;
