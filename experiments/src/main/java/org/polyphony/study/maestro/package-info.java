/** Figures and tables of GPU Maestro, with measured next to published values. */
package org.polyphony.study.maestro;
