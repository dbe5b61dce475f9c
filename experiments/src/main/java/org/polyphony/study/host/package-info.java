/** Figures and tables of schedGPU and MGB, and what backs the host layer. */
package org.polyphony.study.host;
