/** Figures and tables of schedGPU. */
package org.polyphony.study.schedgpu;
