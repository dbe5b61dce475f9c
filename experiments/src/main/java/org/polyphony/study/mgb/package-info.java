/** Figures and tables of MGB. */
package org.polyphony.study.mgb;
